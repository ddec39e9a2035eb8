"""Case S19: an image boots on machines of its own architecture alone."""

from declaration.rules.image_architecture import image_architecture
from tests.support.declarations import Row, table_tests

RULE = image_architecture
X86 = {"id": "ami-0123456789abcdef0", "architecture": "x86_64"}
ARM = {"id": "ami-0fedcba9876543210", "architecture": "arm64"}
ACCEPTS = (
    Row("a release, which exists for both", {"pools[2].machine": "g5g.16xlarge"}),
    Row("the machines' own", {"image": X86}),
    Row("S19: two pools of different architecture", {"pools[1].image": X86, "pools[2].image": ARM, "pools[2].machine": "g5g.16xlarge"}),
    Row("a pool's own over the cluster's", {"image": X86, "pools[2].image": ARM, "pools[2].machine": "g5g.16xlarge"}),
)
REFUSES = (
    Row(
        "S19: g5g.16xlarge with an x86_64 image",
        {"pools[2].image": X86, "pools[2].machine": "g5g.16xlarge"},
        "pools[2].image.architecture",
        ("ami-0123456789abcdef0 is x86_64", "g5g.16xlarge of pool serve is arm64"),
    ),
    Row("the cluster's image", {"image": X86, "pools[2].machine": "g5g.16xlarge"}, "pools[2].image", ("in pool serve",)),
    Row("arm64 on x86_64", {"pools[1].image": ARM}, "pools[1].image.architecture", ("arm64", "p5en.48xlarge of pool train is x86_64")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
