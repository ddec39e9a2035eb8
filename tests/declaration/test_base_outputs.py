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


def test_it_survives_being_exported_and_read_again():
    outputs = BaseOutputs.model_validate(RECORD)
    assert (outputs.version, outputs.checkpoint_bucket) == (1, None)
    assert BaseOutputs.model_validate(outputs.model_dump(mode="json")) == outputs


@pytest.mark.parametrize("change", [{"version": 2}, {"vpc": "vpc-1"}, {"control_plane_subnet_ids": "subnet-2"}])
def test_another_version_or_form_is_refused(change):
    with pytest.raises(ValidationError):
        BaseOutputs.model_validate({**RECORD, **change})


@pytest.mark.parametrize("field", RECORD)
def test_every_field_must_be_there(field):
    with pytest.raises(ValidationError):
        BaseOutputs.model_validate({key: value for key, value in RECORD.items() if key != field})
