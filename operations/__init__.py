"""The `gpuc` command line and what it does to live clusters."""
