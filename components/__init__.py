"""Pulumi components: each one is a thing that an operator would name, made from plain data by pure functions beside it."""
