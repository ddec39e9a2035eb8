"""Shows a price: lines with their notes, sums that say what they leave out, and the one line that stands under a check."""

from __future__ import annotations

from decimal import Decimal

from rich import box
from rich.console import Console
from rich.table import Table

from operations.report.lines import say
from operations.report.totals import price_in_one_line, usd
from planning.price import ClusterPrice, PriceLine

_COLUMNS = ("pool", "bought as", "machine")
_NUMBERS = ("nodes", "$/node/h", "$/h")


def print_price(console: Console, price: ClusterPrice) -> None:
    """Print all lines, their notes and sources, the sums, and what is not counted."""
    if price.lines:
        console.print(_table(price))
    for line in price.lines:
        say(console, f"{line.pool}, {line.capacity}: {line.note}{_dated(line)}")
    say(console, price_in_one_line(price))
    say(console, f"Not counted: {', '.join(price.not_counted)}.")


def price_as_json(price: ClusterPrice) -> dict[str, object]:
    """The price as plain data; amounts are text, so that no reader rounds them, and null is unknown."""
    return {
        "lines": [_line_as_json(line) for line in price.lines],
        "hourly_usd": str(price.hourly_usd),
        "prepaid_list_usd": str(price.prepaid_list_usd),
        "unknown": [f"{line.pool}/{line.capacity}" for line in price.unknown_lines],
        "not_counted": list(price.not_counted),
    }


def _table(price: ClusterPrice) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in _COLUMNS:
        table.add_column(name, overflow="fold")
    for name in _NUMBERS:
        table.add_column(name, justify="right", overflow="fold")
    for line in price.lines:
        each = _text(line.usd_per_node_hour) or usd(None)
        table.add_row(line.pool, line.capacity, line.machine, str(line.nodes), each, usd(line.usd_per_hour))
    return table


def _dated(line: PriceLine) -> str:
    return f" ({line.as_of}, {line.source})" if line.as_of is not None else ""


def _line_as_json(line: PriceLine) -> dict[str, object]:
    return {
        "pool": line.pool,
        "capacity": line.capacity.value,
        "machine": line.machine,
        "nodes": line.nodes,
        "usd_per_node_hour": _text(line.usd_per_node_hour),
        "usd_per_hour": _text(line.usd_per_hour),
        "billing": line.billing.value,
        "as_of": line.as_of.isoformat() if line.as_of is not None else None,
        "source": line.source,
        "note": line.note,
    }


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)
