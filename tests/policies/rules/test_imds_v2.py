"""Rows and own tests of the policy imds-v2."""

from policies.model import Registration
from policies.rules.imds_v2 import imds_v2

INSTANCE = "aws:ec2/instance:Instance"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
TOKENS = "metadataOptions.httpTokens"
HOPS = "metadataOptions.httpPutResponseHopLimit"


def options(**values):
    return {"metadataOptions": values}


ACCEPTED = {
    "tokens required on a template": (TEMPLATE, options(httpTokens="required"), {}),
    "tokens required on an instance": (INSTANCE, options(httpTokens="required", httpPutResponseHopLimit=1), {}),
    "two hops, for containers": (TEMPLATE, options(httpTokens="required", httpPutResponseHopLimit=2), {}),
    "no endpoint at all": (INSTANCE, options(httpEndpoint="disabled"), {}),
    "a type that starts nothing": ("aws:ec2/vpc:Vpc", {}, {}),
}
REFUSED = {
    "no metadata options": (TEMPLATE, {}, {}, [TOKENS]),
    "tokens left out": (TEMPLATE, options(httpEndpoint="enabled"), {}, [TOKENS]),
    "tokens optional": (INSTANCE, options(httpTokens="optional"), {}, [TOKENS]),
    "a spot request": ("aws:ec2/spotInstanceRequest:SpotInstanceRequest", {}, {}, [TOKENS]),
    "a launch configuration": ("aws:ec2/launchConfiguration:LaunchConfiguration", {}, {}, [TOKENS]),
    "three hops": (TEMPLATE, options(httpTokens="required", httpPutResponseHopLimit=3), {}, [HOPS]),
    "both at once": (INSTANCE, options(httpTokens="optional", httpPutResponseHopLimit=64), {}, [TOKENS, HOPS]),
}


def test_message_names_value_limit_and_remedy():
    (violation,) = imds_v2.check(Registration(TEMPLATE, "t", options(httpTokens="required", httpPutResponseHopLimit=3.0)))
    assert violation.message.startswith(f"{HOPS}: got 3; required: at most 2. Lower http_put_response_hop_limit")
