"""How results are shown: to a person in a terminal of any width, to a pipe line by line, and to programs as JSON."""
