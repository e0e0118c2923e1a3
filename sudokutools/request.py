"""Requests, and the fast paths that know some of them.

A request is a frozen dataclass whose defaults ask for nothing special. A fast path names the fields
that it knows, and the values of them; whatever else is asked for goes the usual way. So a field
that is new, and that no fast path has heard of, is slow and never ignored.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import fields
from typing import Any


class _Everything:
    """A container of all values."""

    def __contains__(self, value: object) -> bool:
        return True


ANY: Container[object] = _Everything()
"""What a fast path knows of a field of which it takes every value."""

Known = Mapping[str, Container[object]]
"""The fields of a request that a fast path knows, each with the values that it can take."""


def is_known(request: Any, known: Known) -> bool:
    """Tell whether a fast path knows all that a request (a dataclass instance) asks for.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Order:
    ...     cups: int = 1
    ...     with_milk: bool = False
    >>> [is_known(order, {"cups": range(5)}) for order in (Order(4), Order(9), Order(2, True))]
    [True, False, False]
    """
    return all(
        getattr(request, field.name) == field.default
        or getattr(request, field.name) in known.get(field.name, ())
        for field in fields(request)
    )
