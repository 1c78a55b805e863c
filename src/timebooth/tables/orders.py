"""Standing orders: which reaction windows a seat passes without being asked."""

from __future__ import annotations

from typing import Any

from timebooth.kernel.question import Question
from timebooth.tables.wire import Order, PassUnless, PassUntilMyTurn


def is_window(question: Question) -> bool:
    """Return whether a question is a reaction window: others must not see who can react."""
    return question.shape == "react"


def lets_pass(orders: tuple[Order, ...], question: Question) -> bool:
    """Return whether these orders answer a question: they do by passing, the first option of a window."""
    return is_window(question) and any(_passes(order, question) for order in orders)


def in_force(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return stored orders without cases that match no question: older versions accepted nested values."""
    return tuple(PassUnless(_flat(order.cases)) if isinstance(order, PassUnless) else order for order in orders)


def _flat(cases: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    return tuple(case for case in cases if all(_is_flat(value) for value in case.values()))


def _is_flat(value: object) -> bool:
    parts = value if isinstance(value, list) else [value]
    return not any(isinstance(part, dict | list) for part in parts)


def after_being_asked(orders: tuple[Order, ...], question: Question) -> tuple[Order, ...]:
    """Return the orders that stand after a question; any question other than a window is the seat's turn."""
    if is_window(question):
        return orders
    return tuple(order for order in orders if not isinstance(order, PassUntilMyTurn))


def _passes(order: Order, question: Question) -> bool:
    if isinstance(order, PassUnless):
        return not any(case.items() <= question.args.items() for case in order.cases)
    return True
