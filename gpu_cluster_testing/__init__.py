"""Record what a Pulumi program registers, without an engine, and assert on its resources, options, tags and graph."""

from gpu_cluster_testing.computed import AWS_COMPUTED, Computed, CreateRequest
from gpu_cluster_testing.golden import assert_golden
from gpu_cluster_testing.recorder import ResourceRefusedError, record
from gpu_cluster_testing.recording import CustomTimeouts, RecordedResource, Recording, UnknownResourceError
from gpu_cluster_testing.values import UNKNOWN, Plain

__all__ = [
    "AWS_COMPUTED",
    "UNKNOWN",
    "Computed",
    "CreateRequest",
    "CustomTimeouts",
    "Plain",
    "RecordedResource",
    "Recording",
    "ResourceRefusedError",
    "UnknownResourceError",
    "assert_golden",
    "record",
]
