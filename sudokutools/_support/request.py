"""Requests, and the subset of them that a fast path supports.

The defaults of a request mean nothing special. A fast path lists the fields and values that it
supports; other requests take the general path. So a new field that a fast path does not know makes
a request slow, but is never ignored.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Values:
    """Frozen values, built by keyword; the fields are the annotations of a class and its bases.

    For users and type checkers this is a frozen dataclass. The standard decorator compiles six
    methods for each class on import, which took a tenth of the startup time of every command.

    >>> class Order(Values):
    ...     cups: int = 1
    ...     with_milk: bool = False
    >>> Order(cups=2), Order(cups=2) == Order().replace(cups=2)
    (Order(cups=2, with_milk=False), True)
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = cls.__annotations__.items()
        fields = (name for name, kind in own if not kind.startswith("ClassVar"))
        cls.FIELDS = (*cls.FIELDS, *fields)

    def __init__(self, **values: Any) -> None:
        for name in values:
            if name not in self.FIELDS:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
        vars(self).update(values)
        for name in self.FIELDS:
            if not hasattr(self, name):
                raise TypeError(f"{type(self).__name__} requires {name}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: use replace")

    def values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.FIELDS}

    def replace(self, **values: Any) -> Self:
        return type(self)(**vars(self) | values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.values() == self.values()

    def __hash__(self) -> int:
        return hash(tuple(self.values().values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values().items())
        return f"{type(self).__name__}({values})"


class _Everything:
    def __contains__(self, value: object) -> bool:
        return True


ANY: Container[object] = _Everything()  # The values of a field of which a fast path supports all.

Known = Mapping[str, Container[object]]  # Fields and values that a fast path supports.


def is_known(request: Values, known: Known) -> bool:
    """Whether a fast path supports all values of a request that are not defaults."""
    usual = type(request)
    return all(
        (hasattr(usual, name) and value == getattr(usual, name)) or value in known.get(name, ())
        for name, value in request.values().items()
    )
