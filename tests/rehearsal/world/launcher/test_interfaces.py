"""The documented EFA layouts launch; the well-known wrong ones are refused."""

import pytest

TYPES = {"p5.48xlarge": 32, "p5en.48xlarge": 16, "p6-b300.48xlarge": 17, "g6e.12xlarge": 1}


def launch(account, instance_type, nics, **more):
    nics = [{"SubnetId": account.subnets["use1-az2"], **nic} for nic in nics]
    arguments = {"ImageId": "ami-0123456789abcdef0", "InstanceType": instance_type, "MinCount": 1, "MaxCount": 1, "NetworkInterfaces": nics}
    return account.ec2.run_instances(**arguments, **more)["Instances"][0]


@pytest.mark.parametrize(("instance_type", "cards"), TYPES.items())
def test_layout_that_saves_addresses_launches(account, layout, instance_type, cards) -> None:
    nics = layout(cards, efa_on_first=instance_type != "p6-b300.48xlarge", group=account.group)
    made = launch(account, instance_type, nics)
    shown = {(n["Attachment"]["NetworkCardIndex"], n["Attachment"]["DeviceIndex"], n["InterfaceType"]) for n in made["NetworkInterfaces"]}
    assert shown == {(nic["NetworkCardIndex"], nic["DeviceIndex"], nic["InterfaceType"]) for nic in nics}
    described = account.ec2.describe_network_interfaces(Filters=[{"Name": "subnet-id", "Values": [account.subnets["use1-az2"]]}])
    with_address = [nic for nic in described["NetworkInterfaces"] if nic.get("PrivateIpAddress")]
    assert len(described["NetworkInterfaces"]) == len(nics)
    assert len(with_address) == 1


def change(nics, index, **members):
    return [{**nic, **members} if at == index else nic for at, nic in enumerate(nics)]


def wrong_layouts(layout):
    p5, p5en = layout(32), layout(16)
    device_k_on_card_k = [{"NetworkCardIndex": card, "DeviceIndex": card, "InterfaceType": "efa"} for card in range(32)]
    return {
        "device index k on card k": ("p5.48xlarge", device_k_on_card_k, "InvalidParameterValue", "number '2' for the device index exceeds"),
        "EFA on card 0 of p6-b300": ("p6-b300.48xlarge", layout(17), "InvalidParameterCombination", "network card 0"),
        "efa-only primary": ("p5en.48xlarge", change(p5en, 0, InterfaceType="efa-only"), "InvalidParameterValue", "primary"),
        "no primary": ("p5en.48xlarge", p5en[1:], "InvalidParameterCombination", "device at index 0"),
        "two EFAs on a card": ("p5en.48xlarge", [*p5en[:-1], {**p5en[2], "DeviceIndex": 1}], "AttachmentLimitExceeded", "network card 1"),
        "more EFAs than the type takes": (
            "g6e.12xlarge",
            [*layout(1), {"DeviceIndex": 2, "InterfaceType": "efa"}],
            "AttachmentLimitExceeded",
            "EFA",
        ),
        "card that is not there": ("p5en.48xlarge", layout(17), "InvalidParameterValue", "network card index 16"),
        "same place twice": ("p5en.48xlarge", [*p5en, p5en[-1]], "InvalidParameterValue", "unique device index"),
        "public address": ("p5.48xlarge", change(p5, 0, AssociatePublicIpAddress=True), "InvalidParameterCombination", "associatePublicIP"),
        "address on efa-only": ("p5.48xlarge", change(p5, 5, Ipv6AddressCount=1), "InvalidParameterValue", "EFA-only"),
        "EFA on a type without": ("m7i.2xlarge", layout(1), "InvalidParameterCombination", "m7i.2xlarge"),
    }


NAMES = list(wrong_layouts(lambda cards: [{}, {}, {}]))


@pytest.mark.parametrize("name", NAMES)
def test_wrong_layout_is_refused(account, layout, refused, name) -> None:
    instance_type, nics, code, words = wrong_layouts(layout)[name]
    found, message = refused(lambda: launch(account, instance_type, nics))
    assert found == code
    assert words in message
    assert account.running() == []


def test_combined_efas_need_an_address_each(account, refused) -> None:
    """32 combined EFAs launch where the subnet has addresses, and nowhere else."""
    nics = [{"NetworkCardIndex": card, "DeviceIndex": min(card, 1), "InterfaceType": "efa"} for card in range(32)]
    launch(account, "p5.48xlarge", nics)
    small = account.subnet("10.0.128.0/27", "use1-az2")
    code, message = refused(lambda: launch(account, "p5.48xlarge", [{**nic, "SubnetId": small} for nic in nics]))
    assert code == "InsufficientFreeAddressesInSubnet"
    assert small in message


def test_security_groups_belong_on_the_interfaces(account, layout, refused) -> None:
    code, _ = refused(lambda: launch(account, "p5en.48xlarge", layout(16), SecurityGroupIds=[account.group]))
    assert code == "InvalidParameterCombination"


def test_node_group_with_a_wrong_template_is_refused_at_once(account, layout, refused) -> None:
    """EKS tries a template before it accepts it, even for a group of size zero."""
    account.cluster()
    template = account.template({"NetworkInterfaces": layout(17)})
    sizes = {"minSize": 0, "desiredSize": 0, "maxSize": 1}
    arguments = account.node_group_arguments(launchTemplate={"id": template}, instanceTypes=["p6-b300.48xlarge"], scalingConfig=sizes)
    code, message = refused(lambda: account.eks.create_nodegroup(**arguments))
    assert code == "InvalidRequestException"
    assert "network card 0" in message
