"""Named values of a record, such as its title and its author: comments `# key: value`.

Formats with fields for them read them into comments and write them from comments, so that all other
formats keep them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

KEYS = ["title", "author", "level", "rating", "id", "date", "source", "url", "description", "rules"]
"""The known names, in the order in which they are written."""


def comment(key: str, value: str) -> str:
    return f"# {key}: {' '.join(value.split())}"


def comments(values: Mapping[str, Any]) -> list[str]:
    """Return the comments of named values that are not empty."""
    plain = {key: str(value) for key, value in values.items() if _is_plain(value)}
    return [comment(key, plain[key]) for key in KEYS if plain.get(key, "").strip()]


def values(comments: Sequence[str], extra: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Return the named values of comments and of keys of a JSON object; comments come first."""
    values = {key: str(value) for key, value in (extra or {}).items() if _is_plain(value)}
    for text in comments:
        key, colon, value = text.removeprefix("#").partition(":")
        if colon:
            values[key.strip().lower()] = value.strip()
    return {key: values[key] for key in KEYS if values.get(key)}


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)
