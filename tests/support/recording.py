"""Writes the fact file of a machine from moto's record: `python -m tests.support.recording g6e.8xlarge > <file>`.

It stands among the tests because the product never imports moto: what it writes is data, which `pytest tests/catalog` judges.
What no record holds is given: --usd-per-hour, --as-of and --source of a price in us-east-1, --nvlink-gpus and --nvlink-source.
"""

import argparse
import datetime
import itertools
import sys
from decimal import Decimal

from catalog.facts import Source
from catalog.machines import Machine, NetworkCard, Price
from tests.support.recorded import recorded_machine


def fact_file(machine: Machine) -> str:
    """A machine as its fact file: one line a field, like network cards as one line."""
    accelerators = machine.accelerators and _flow(machine.accelerators.model_dump(mode="json"))
    defaults = machine.network.efa_default_cards
    lines = [
        f"name: {machine.name}",
        f"cloud: {machine.cloud}",
        f"architecture: {machine.architecture}",
        f"vcpus: {machine.vcpus}",
        f"memory_gib: {machine.memory_gib}",
        f"accelerators: {accelerators or 'null'}",
        f"nvlink_domain_gpus: {machine.nvlink_domain_gpus or 'null'}",
        *(["ultraservers:", *(f"  - {_flow(sold.model_dump())}" for sold in machine.ultraservers)] if machine.ultraservers else []),
        f"nvme: {_flow(machine.nvme.model_dump()) if machine.nvme else 'null'}",
        "network:",
        f"  efa_max: {machine.network.efa_max}",
        f"  efa_cards: {_indexes(machine.network.efa_cards)}",
        *([f"  efa_default_cards: {_indexes(defaults)}"] if defaults is not None else []),
        "  cards:",
        *(f"    - {_flow(card)}" for card in _like_cards(machine.network.cards)),
        f"usage_classes: {_list(machine.usage_classes)}",
        f"placement_strategies: {_list(machine.placement_strategies)}",
        "zone_ids:",
        *(f"  {region}: {_list(zones)}" for region, zones in machine.zone_ids.items()),
        f"on_demand_price: {_price(machine.on_demand_price)}",
        "sources:",
        *(f'  - {{name: "{source.name}", as_of: {source.as_of}, covers: "{source.covers}"}}' for source in machine.sources),
        *([f"unverified: {_list(machine.unverified)}"] if machine.unverified else []),
    ]
    return "\n".join(lines) + "\n"


def _price(price: Price | None) -> str:
    if price is None:
        return "null"
    return f'{{usd_per_hour: "{price.usd_per_hour}", region: {price.region}, as_of: {price.as_of}, source: "{price.source}"}}'


def _like_cards(cards: tuple[NetworkCard, ...]) -> list[dict[str, object]]:
    """Neighbouring cards that differ in their index alone, as one with a range of indexes."""
    rows = []
    for _, run in itertools.groupby(cards, key=lambda card: card.model_dump(exclude={"index"})):
        first, *others = run
        index = f"{first.index}-{others[-1].index}" if others else first.index
        rows.append({**first.model_dump(), "index": index, "gbps": f"{first.gbps:g}"})
    return rows


def _indexes(indexes: tuple[int, ...]) -> str:
    unbroken = len(indexes) > 1 and indexes == tuple(range(indexes[0], indexes[-1] + 1))
    return f"{indexes[0]}-{indexes[-1]}" if unbroken else _list(indexes)


def _list(values: tuple[object, ...]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _flow(fields: dict[str, object]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in fields.items()) + "}"


def _asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("machine", help="instance type, such as g6e.8xlarge")
    words.add_argument("--usd-per-hour", type=Decimal, help="on-demand list price in us-east-1")
    words.add_argument("--as-of", type=datetime.date.fromisoformat, help="day of the price list, YYYY-MM-DD")
    words.add_argument("--source", default="aws/karpenter-provider-aws zz_generated.pricing_aws.go", help="the price list")
    words.add_argument("--nvlink-gpus", type=int, help="GPUs of one NVLink domain")
    words.add_argument("--nvlink-source", default="", help="where that is said; without it the value is marked unverified")
    return words.parse_args()


def _told(asked: argparse.Namespace) -> Machine:
    """The recorded machine with what was told beside it."""
    recorded = recorded_machine(asked.machine)
    price = asked.usd_per_hour and Price(usd_per_hour=asked.usd_per_hour, region="us-east-1", as_of=asked.as_of, source=asked.source)
    changes: dict[str, object] = {"on_demand_price": price or None, "nvlink_domain_gpus": asked.nvlink_gpus}
    if asked.nvlink_source:
        said = Source(name=asked.nvlink_source, as_of=datetime.datetime.now(datetime.UTC).date(), covers="nvlink_domain_gpus")
        changes["sources"] = (*recorded.sources, said)
    elif asked.nvlink_gpus:
        changes["unverified"] = ("nvlink_domain_gpus",)
    return recorded.model_copy(update=changes)


if __name__ == "__main__":
    sys.stdout.write(fact_file(_told(_asked())))
