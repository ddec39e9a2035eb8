"""The one place where the world starts instances: the same checks, capacity and consequences for every way to ask."""
