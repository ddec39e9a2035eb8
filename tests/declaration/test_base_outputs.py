"""The record that a base stack exports: versioned, whole, and nothing besides."""

import pytest
from pydantic import ValidationError

from declaration.base_outputs import BaseOutputs

RECORD = {
    "name": "base",
    "account": "123456789012",
    "region": "us-east-1",
    "zone": "use1-az2",
    "vpc_id": "vpc-1",
    "gpu_subnet_id": "subnet-1",
    "control_plane_subnet_ids": ["subnet-2", "subnet-3"],
    "fabric_security_group_id": "sg-1",
}


SCRATCH = {"id": "fs-1", "dns_name": "fs-1.fsx.us-east-1.amazonaws.com", "mount_name": "abcdefgh", "security_group_id": "sg-2"}


def test_it_survives_being_exported_and_read_again():
    outputs = BaseOutputs.model_validate(RECORD)
    assert (outputs.version, outputs.checkpoint_bucket, outputs.scratch, outputs.kms_key_arn) == (2, None, None, None)
    assert BaseOutputs.model_validate(outputs.model_dump(mode="json")) == outputs


def test_a_record_of_the_first_version_is_read():
    outputs = BaseOutputs.model_validate({**RECORD, "version": 1, "checkpoint_bucket": "b"})
    assert (outputs.version, outputs.checkpoint_bucket, outputs.scratch) == (1, "b", None)


def test_the_second_version_carries_a_file_system_and_a_key():
    outputs = BaseOutputs.model_validate({**RECORD, "scratch": SCRATCH, "kms_key_arn": "arn:aws:kms:us-east-1:123456789012:key/1"})
    assert outputs.scratch.mount_name == "abcdefgh"
    assert BaseOutputs.model_validate(outputs.model_dump(mode="json")) == outputs


@pytest.mark.parametrize("field", SCRATCH)
def test_a_file_system_is_whole(field):
    with pytest.raises(ValidationError):
        BaseOutputs.model_validate({**RECORD, "scratch": {key: value for key, value in SCRATCH.items() if key != field}})


@pytest.mark.parametrize("change", [{"version": 3}, {"vpc": "vpc-1"}, {"control_plane_subnet_ids": "subnet-2"}])
def test_another_version_or_form_is_refused(change):
    with pytest.raises(ValidationError):
        BaseOutputs.model_validate({**RECORD, **change})


@pytest.mark.parametrize("field", RECORD)
def test_every_field_must_be_there(field):
    with pytest.raises(ValidationError):
        BaseOutputs.model_validate({key: value for key, value in RECORD.items() if key != field})
