"""A first declaration: answers of a person or of flags become stack files that pass the check."""
