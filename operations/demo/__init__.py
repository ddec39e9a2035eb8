"""What `gpuc demo` shows and how: the steps of one cluster's life on the rehearsal cloud."""
