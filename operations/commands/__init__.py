"""The commands of `gpuc`, one module each, loaded only when called."""
