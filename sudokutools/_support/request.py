"""Requests, and the fast paths that know some of them.

The defaults of a request ask for nothing special. A fast path names the fields that it knows, and
the values of them; whatever else is asked for goes the usual way. So a field that is new, and that
no fast path has heard of, is slow and never ignored.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from inspect import get_annotations
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Values:
    """Frozen values, built by keyword: the fields are the annotations of a class and its bases.

    It is a frozen dataclass for users and type checkers. The library's decorator compiles six
    methods for each class when it is imported, which took every command a tenth of its start.

    >>> class Order(Values):
    ...     cups: int = 1
    ...     with_milk: bool = False
    >>> Order(cups=2), Order(cups=2) == Order().replace(cups=2)
    (Order(cups=2, with_milk=False), True)
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = get_annotations(cls)
        fields = (name for name, kind in own.items() if not kind.startswith("ClassVar"))
        cls.FIELDS = (*cls.FIELDS, *fields)

    def __init__(self, **values: Any) -> None:
        for name in values:
            if name not in self.FIELDS:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
        vars(self).update(values)
        for name in self.FIELDS:
            if not hasattr(self, name):
                raise TypeError(f"{type(self).__name__} needs {name}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change; make another one")

    def values(self) -> dict[str, Any]:
        """Return the values of all fields."""
        return {name: getattr(self, name) for name in self.FIELDS}

    def replace(self, **values: Any) -> Self:
        """Return the same with other values of some fields."""
        return type(self)(**vars(self) | values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.values() == self.values()

    def __hash__(self) -> int:
        return hash(tuple(self.values().values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values().items())
        return f"{type(self).__name__}({values})"


class _Everything:
    """A container of all values."""

    def __contains__(self, value: object) -> bool:
        return True


ANY: Container[object] = _Everything()
"""What a fast path knows of a field of which it takes every value."""

Known = Mapping[str, Container[object]]
"""The fields of a request that a fast path knows, each with the values that it can take."""


def is_known(request: Values, known: Known) -> bool:
    """Tell whether a fast path knows all that a request asks for.

    >>> class Order(Values):
    ...     cups: int = 1
    ...     with_milk: bool = False
    >>> orders = Order(cups=4), Order(cups=9), Order(cups=2, with_milk=True)
    >>> [is_known(order, {"cups": range(5)}) for order in orders]
    [True, False, False]
    """
    usual = type(request)
    return all(
        (hasattr(usual, name) and value == getattr(usual, name)) or value in known.get(name, ())
        for name, value in request.values().items()
    )
