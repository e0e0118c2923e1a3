"""`NamedTuple` as `typing` has it, made in half of the time.

That of `typing` compiles each annotation when a class is made, to see whether it is a type: a
twentieth of the start of a command. Users and type checkers find no difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Make a tuple of the annotations of a class, with its methods and its documentation."""

        def __new__(kind, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(kind, name, bases, body)
            fields = body["__annotations__"]
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for key, value in body.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base of tuples whose fields are the annotations of a class, in their order.

        >>> class Place(NamedTuple):
        ...     row: int
        ...     column: int = 1
        >>> Place(3), Place(3)._replace(column=2)
        (Place(row=3, column=1), Place(row=3, column=2))
        """
