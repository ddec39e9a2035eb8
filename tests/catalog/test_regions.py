"""What a region answers about itself."""

from catalog.loading import load_catalog


def test_a_control_plane_keeps_out_of_unsupported_zones():
    regions = load_catalog().regions
    assert "use1-az3" not in regions["us-east-1"].control_plane_zone_ids
    assert regions["us-east-2"].control_plane_zone_ids == regions["us-east-2"].zone_ids
