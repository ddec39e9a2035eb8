"""The rules, one file each: a mistake that would cost an hour or a bill, refused before any cloud is called."""
