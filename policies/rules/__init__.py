"""One policy a file, found by walking this folder: adding one is a file here and its test."""
