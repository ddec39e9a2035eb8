"""Spells amounts of money, and a whole price in one line; kept apart from tables, so that a check loads none."""

from __future__ import annotations

from decimal import Decimal

from planning.price import Billing, ClusterPrice


def usd(amount: Decimal | None) -> str:
    """Spell an amount with a thousands separator and two decimals, rounded half even; unknown stays the word."""
    return "unknown" if amount is None else f"{amount:,.2f}"


def price_in_one_line(price: ClusterPrice) -> str:
    """Say what the nodes cost an hour, what is prepaid, and what is unknown; an unknown price is never counted as nothing."""
    if not price.lines:
        return "Price: no nodes."
    hourly, prepaid, unknown = (_nodes(price, billing) for billing in (Billing.HOURLY, Billing.PREPAID, None))
    parts = [f"${usd(price.hourly_usd)} an hour"] if hourly or not (prepaid or unknown) else []
    if prepaid:
        parts.append(f"{prepaid} nodes prepaid with their capacity block (list price ${usd(price.prepaid_list_usd)} an hour)")
    if unknown:
        parts.append(f"{unknown} nodes at an unknown price")
    return f"Price: {', plus '.join(parts)}."


def _nodes(price: ClusterPrice, billing: Billing | None) -> int:
    """Nodes whose price is known and billed so; None: nodes whose price is unknown."""
    return sum(line.nodes for line in price.lines if (line.billing if line.usd_per_hour is not None else None) is billing)
