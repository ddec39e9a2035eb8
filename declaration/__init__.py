"""What a user may say: one typed declaration per stack, read without an exception and judged by rules before any cloud is called."""
