"""What moto's IAM accepts too lightly."""
