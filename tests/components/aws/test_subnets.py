import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.aws.subnets import NetworkTooSmallError, SubnetLayout, lay_out_subnets


@pytest.mark.parametrize(
    ("cidr", "layout"),
    [
        ("10.40.0.0/16", SubnetLayout("10.40.0.0/17", "10.40.128.0/24", ("10.40.129.0/24", "10.40.130.0/24"))),
        ("10.40.0.0/20", SubnetLayout("10.40.0.0/21", "10.40.8.0/24", ("10.40.9.0/24", "10.40.10.0/24"))),
        ("10.40.0.0/24", SubnetLayout("10.40.0.0/25", "10.40.0.128/28", ("10.40.0.144/28", "10.40.0.160/28"))),
        ("10.40.0.0/25", SubnetLayout("10.40.0.0/26", "10.40.0.64/28", ("10.40.0.80/28", "10.40.0.96/28"))),
    ],
)
def test_layout(cidr, layout):
    assert lay_out_subnets(cidr, 2) == layout


@pytest.mark.parametrize(("cidr", "zones"), [("10.40.0.0/28", 2), ("10.40.0.0/26", 2), ("10.40.0.0/25", 4)])
def test_too_small_says_what_to_declare(cidr, zones):
    with pytest.raises(NetworkTooSmallError, match=rf"{cidr} has no room .* declare a shorter prefix"):
        lay_out_subnets(cidr, zones)


@given(prefix=st.integers(16, 25), zones=st.integers(2, 3))
def test_blocks_are_disjoint_inside_and_stay_when_a_zone_is_added(prefix, zones):
    cidr = f"10.40.0.0/{prefix}"
    layout = lay_out_subnets(cidr, zones)
    blocks = [ipaddress.IPv4Network(block) for block in (layout.gpu, layout.public, *layout.control_plane)]
    assert all(block.subnet_of(ipaddress.IPv4Network(cidr)) and block.prefixlen <= 28 for block in blocks)
    assert not any(one.overlaps(other) for index, one in enumerate(blocks) for other in blocks[:index])
    fewer = lay_out_subnets(cidr, zones - 1)
    assert (fewer.gpu, fewer.public, *fewer.control_plane) == (layout.gpu, layout.public, *layout.control_plane[:-1])
