"""What moto's EC2 lacks or accepts too lightly."""
