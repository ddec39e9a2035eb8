"""KMS keys: who may still be used, and what refuses a key that may not."""
