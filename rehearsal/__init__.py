"""The simulated cloud that the product is tried on: world, provider shims, engine and sessions; it imports nothing of the product."""
