"""The registry of text formats.

A format is a module of this package with the same name, `_` for `-`; its `FORMAT` is the only
object of its kind, so formats are compared by identity. Modules of formats are imported when they
are needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sudokutools._support.lazy import pattern
from sudokutools.formats.format import Format


class Entry(NamedTuple):
    """A row of the registry: enough to find a format before its module is imported.

    begins      a pattern of lines; the format then `recognises` them or not
    first       the first bytes of such lines; empty: any
    signs       bytes of which such lines have one or more; empty: any
    is_operand  such a line may be used instead of a file name
    keys        keys of JSON objects; the format then `knows` them or not

    Lines without a signature are read as the format that they look like (`classify`)
    unless an option names another one.
    """

    name: str
    can_read: bool = True
    can_write: bool = True
    begins: bytes = b""
    first: bytes = b""
    signs: bytes = b""
    is_operand: bool = False
    keys: tuple[str, ...] = ()


DIGITS = b"0123456789"
CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = CAPITALS + CAPITALS.lower() + b"_"

TYPE = rb"[A-Za-z_][\w:.]{0,40}+(?:\s*(?:<[\w\s<>,:]{1,60}>|\[[\w\s,]{0,20}\]))*"
ASSIGNMENT = (
    rb"(?:(?:const|let|var|static|final|public|private|constexpr|unsigned)\s+)*(?:%b\s+)?"
    rb"[A-Za-z_][\w.]{0,40}+\s*(?:\[\w{0,20}\]\s*)*(?::[^=]{1,40})?(?::?=|(?=\{))\s*"
    rb"(?:new\s+%b\s*(?=[{\n]|$)|(?:\[\w{0,9}\])+[a-z]\w{0,9}(?=\{)|vec!)?" % (TYPE, TYPE)
)
CALL = rb"[A-Za-z_][\w.]{0,40}+\(\s*"  # The text before rows in a program.

REGISTRY = (
    Entry("grid"),
    Entry("sdk", begins=rb"\[[A-Za-z]", first=b"["),
    Entry("sdm"),
    Entry("ss"),
    Entry("markdown"),
    Entry("pm"),
    Entry("hodoku", begins=rb":[0-9A-Za-z-]*+:[^:|]*+:[+._0-9]{40}", first=b":", is_operand=True),
    Entry("sukaku"),
    Entry("line"),
    Entry("sumocue", begins=rb"SumoCueV", first=b"S", is_operand=True),
    Entry("ps", begins=rb"3x3:d?:k:", first=b"3", signs=b":", is_operand=True),
    Entry(
        "killer",
        begins=rb"(?=\S{0,80}[<>^`])[0-9A-Za-jv<>^`',.]{81}(?:\s|$)",
        signs=b"<>^`",
        is_operand=True,
        can_write=False,
    ),
    Entry(
        "solo",
        begins=rb"\d{1,7}+(?:x\d{1,7}+|j)\w*+[:#]|[A-Z]{4,8}+ *:\d+:",
        first=DIGITS + CAPITALS,
        signs=b":#",
        is_operand=True,
    ),
    Entry(
        "iss",
        begins=rb"https?://sigh\.github\.io/Interactive-S|\.[.\s]*(?:[A-Z][A-Za-z]*[.\s]+)*"
        rb"(?:(?:[A-Z][A-Za-z]*)?\s*~|[A-Z][a-z]\w*$)",
        first=b"h.",
        signs=b"~?inor",  # Types without arguments have one of these letters.
        is_operand=True,
    ),
    Entry("iss-lines", can_write=False),
    Entry(
        "sudokuwiki",
        begins=rb"(?:https?://)?(?:www\.)?sudokuwiki\.org/|[A-Z]9B[0-9a-z]{162}",
        first=b"hsw" + CAPITALS,
        is_operand=True,
    ),
    Entry(
        "fpuzzles",
        begins=rb"(?:https?|sudokupad)://|N4Ig|(?:fpuz(?:zles)?|scl|ctc)N[4-7]",
        first=b"hsfcN",
        is_operand=True,
        keys=("grid",),
    ),
    Entry("fpuzzles-json", can_read=False),
    Entry("sudokupad", can_read=False),
    Entry("ipuz", keys=("kind",)),
    Entry("opensudoku", begins=rb"<", first=b"<"),
    Entry("scl", can_write=False, keys=("cells", "ce")),
    Entry(
        "json",
        begins=rb"""\{|\[(?!,)|vec!\[|"\w+"\s*:|\(\s*(?:[(\[]|$|['"]?\w{1,3}['"]?,)"""
        rb"|(?:%b)?%b(?:[({\[]|$)|%b[({\[]" % (ASSIGNMENT, CALL, ASSIGNMENT),
        first=WORDS + b'{[("',
    ),
    Entry(
        "csv",
        begins=rb'[A-Za-z_,"\x80-\xff]',
        first=WORDS + b',"' + bytes(range(128, 256)),
    ),
    Entry("pretty"),
    Entry("table", can_read=False),
    Entry("tsv", can_read=False),
)
"""All formats, in the order in which they try to recognise a line; the first is the default."""

_KEYS = {key for entry in REGISTRY for key in entry.keys}

READABLE = tuple(entry.name for entry in REGISTRY if entry.can_read)
WRITABLE = tuple(entry.name for entry in REGISTRY if entry.can_write)
DEFAULT = REGISTRY[0].name


@cache
def find(name: str) -> Format:
    """Return the format of a name."""
    found: Format = import_module(f"{__name__}.{name.replace('-', '_')}").FORMAT
    return found


def of_signature(text: bytes) -> Iterator[Format]:
    """Yield the formats whose signature a line has, in the order of the registry."""
    for name, signs, begins in _signatures(text[0]):
        if (not signs or any(sign in text for sign in signs)) and begins.match(text):
            yield find(name)


@cache
def _signatures(first: int) -> Sequence[tuple[str, bytes, re.Pattern[bytes]]]:
    entries = [e for e in REGISTRY if e.begins and (first in e.first or not e.first)]
    return [(entry.name, entry.signs, pattern(entry.begins)) for entry in entries]


def of_object(value: Mapping[str, Any]) -> Format | None:
    """Return the format of another program that knows a JSON object, or None."""
    if value.keys().isdisjoint(_KEYS):
        return None
    for entry in REGISTRY:
        if any(key in value for key in entry.keys) and find(entry.name).knows(value):
            return find(entry.name)
    return None


def is_operand(text: bytes) -> bool:
    """Return whether a text is a puzzle instead of a file name."""
    return any(entry.is_operand and re.match(entry.begins, text) for entry in REGISTRY)
