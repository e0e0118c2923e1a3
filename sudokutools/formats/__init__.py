"""The registry of text formats: which there are, and where each of them lives.

A format is one module of this package, named as the format, `_` for `-`; its `FORMAT` is the only
object of its kind, so that formats are compared by identity. A command that handles one puzzle
imports the modules of the formats that it meets, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sudokutools._support.lazy import pattern
from sudokutools.formats.format import Format
from sudokutools.formats.reading.classify import Look


class Entry(NamedTuple):
    """A row of the registry: what must be known of a format before its module is imported.

    `begins` is a regular expression: lines that match it are shown to the format, which says
    whether it `recognises` them; `first` has the bytes that such lines may begin with, where it is
    not any byte, and `signs` bytes of which they have at least one. `look`: of all other lines it
    reads those that look so. What has neither is read as another format, unless an option names it.
    `is_operand`: a line that begins so may stand in the place of a file's name.
    `keys`: JSON objects with one of these are shown to the format, which says whether it `knows`
    them.
    """

    name: str
    can_read: bool = True
    can_write: bool = True
    begins: bytes = b""
    first: bytes = b""
    signs: bytes = b""
    look: Look | None = None
    is_operand: bool = False
    keys: tuple[str, ...] = ()


DIGITS = b"0123456789"
CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = CAPITALS + CAPITALS.lower() + b"_"

ASSIGNMENT = rb"(?:(?:const|let|var)\s+)?[A-Za-z_][\w.]{0,40}+\s*(?::[^=]{1,40})?=\s*"
CALL = rb"[A-Za-z_][\w.]{0,40}+\(\s*"
"""What stands before rows in a program: the name that they are assigned to, and a function."""

REGISTRY = (
    Entry("grid", look=Look.ROW),
    Entry("sdk", begins=rb"\[[A-Za-z]", first=b"["),
    Entry("sdm"),
    Entry("ss"),
    Entry("markdown"),
    Entry("pm", look=Look.MARKS),
    Entry("hodoku", begins=rb":[0-9A-Za-z-]*+:[^:|]*+:[+._0-9]{40}", first=b":", is_operand=True),
    Entry("sukaku", look=Look.PLACES),
    Entry("line", look=Look.WHOLE),
    Entry("sumocue", begins=rb"SumoCueV", first=b"S", is_operand=True),
    Entry("ps", begins=rb"3x3:d?:k:", first=b"3", signs=b":", is_operand=True),
    Entry(
        "solo",
        begins=rb"\d{1,7}+(?:x\d{1,7}+|j)\w*+[:#]|[A-Z]{4,8}+ *:\d+:",
        first=DIGITS + CAPITALS,
        signs=b":#",
        is_operand=True,
    ),
    Entry(
        "fpuzzles",
        begins=rb"(?:https?|sudokupad)://|N4Ig|(?:fpuz(?:zles)?|scl|ctc)N[4-7]",
        first=b"hsNfc",
        is_operand=True,
        keys=("grid",),
    ),
    Entry("fpuzzles-json", can_read=False),
    Entry("ipuz", keys=("kind",)),
    Entry("opensudoku", begins=rb"<", first=b"<"),
    Entry("scl", can_write=False, keys=("cells", "ce")),
    Entry(
        "json",
        begins=rb"""[{\[]|"\w+"\s*:|\(\s*(?:[(\[]|$|['"]?\w{1,3}['"]?,)"""
        rb"|(?:%b)?%b(?:[({\[]|$)|%b[({\[]" % (ASSIGNMENT, CALL, ASSIGNMENT),
        first=WORDS + b'{[("',
    ),
    Entry(
        "csv",
        begins=rb'[A-Za-z_,"\x80-\xff]',
        first=WORDS + b',"' + bytes(range(128, 256)),
        look=Look.FIELDS,
    ),
    Entry("pretty", look=Look.LABELS),
    Entry("table", can_read=False),
)
"""All formats, in the order in which they are asked about a line.

The first is written where neither an option nor an input says which.
"""

READABLE = tuple(entry.name for entry in REGISTRY if entry.can_read)
WRITABLE = tuple(entry.name for entry in REGISTRY if entry.can_write)
DEFAULT = REGISTRY[0].name


@cache
def find(name: str) -> Format:
    """Return the format of a name of the registry.

    >>> find("line").is_line, find("line") is find("line")
    (True, True)
    """
    found: Format = import_module(f"{__name__}.{name.replace('-', '_')}").FORMAT
    return found


@cache
def of_look(look: Look) -> Format:
    """Return the format of the lines without a signature that look so.

    >>> of_look(Look.FIELDS)
    <Format csv>
    """
    return find(next(entry.name for entry in REGISTRY if entry.look is look))


def of_signature(text: bytes) -> Sequence[Format]:
    """Return the formats that a line may belong to by its first bytes, in the registry's order.

    >>> of_signature(b'{"cells": ...}'), of_signature(b"53..7....")
    ([<Format json>], [])
    """
    signatures = _signatures(text[0])
    if not signatures:
        return ()
    return [
        find(name)
        for name, signs, begins in signatures
        if (not signs or any(sign in text for sign in signs)) and begins.match(text)
    ]


@cache
def _signatures(first: int) -> Sequence[tuple[str, bytes, re.Pattern[bytes]]]:
    """Return names, signs and expressions of the formats with lines that begin with a byte."""
    entries = [e for e in REGISTRY if e.begins and (first in e.first or not e.first)]
    return [(entry.name, entry.signs, pattern(entry.begins)) for entry in entries]


def of_object(value: Mapping[str, Any]) -> Format | None:
    """Return the format of another program that a JSON object is of; None: there is none."""
    for entry in REGISTRY:
        if any(key in value for key in entry.keys) and find(entry.name).knows(value):
            return find(entry.name)
    return None


def is_operand(text: bytes) -> bool:
    """Tell whether a text is no name of a file, but what a format reads in the place of one.

    >>> is_operand(b"3x3:c2_3a8b"), is_operand(b"3x3")
    (True, False)
    """
    return any(entry.is_operand and re.match(entry.begins, text) for entry in REGISTRY)
