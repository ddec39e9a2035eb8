"""Benchmarks: ratios against a peer measured in the same run, so that a slow machine slows both."""
