"""How verdicts are written: as text, objects, rows, or by a template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokutools._support.request import Values
from sudokutools.checking.facts import FIELD_OF, Tests, Verdict, asked
from sudokutools.cli.run.output import UTF8
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Format, Record
from sudokutools.grid.grid import format_line

if TYPE_CHECKING:
    from sudokutools._support.template import Piece

OF_RECORD = ("record", "puzzle")
"""The fields that blocks write for each record; the others are facts, which many records share."""

SERATE = {"%g": "{puzzle}", "%n": "{record}", "%r": "{rating}", "%p": "{pearl}", "%d": "{diamond}"}
"""The fields of templates of serate, and ours."""


class Layout(Values):
    """How verdicts are written."""

    names: Sequence[str] = ()  # The fields in their order.
    form: Format | None = None  # The format of objects or rows; None: text.
    template: Sequence[Piece] | None = None
    """The pieces of a line, if fields without a value are not omitted."""

    @classmethod
    def of(
        cls,
        tests: Tests,
        form: Format | None,
        names: str | None,
        template: str | None,
        is_tag: bool = False,
    ) -> Layout:
        """Return the layout for --columns and --template; default: all requested fields.

        Raises SudokuError if a field is unknown, listed twice, or not requested.
        """
        absent = OF_RECORD if is_tag else OF_RECORD[1:]
        known = asked(tests)
        found = [name for name in known if name not in absent]
        if names is not None:
            found = [name.strip() for name in names.split(",")]
        pieces = None
        if template is not None:
            from sudokutools._support.template import pieces_of

            if any(sign < " " and sign != "\t" for sign in template):
                raise SudokuError("control characters are not supported")
            for field, own in SERATE.items():
                template = template.replace(field, own)
            pieces = pieces_of(template)
            found = [piece.text for piece in pieces if piece.is_field]
        elif form is not None and form.has_columns:
            pieces = _row(found, form.delimiter)
        for name in found:
            _check_field(name, known)
            if template is None and found.count(name) > 1:
                raise SudokuError(f"duplicate field {name!r}")
        return cls(names=found, form=form, template=pieces)

    @property
    def header(self) -> str:
        if self.form is None or not self.form.has_columns:
            return ""
        return self.form.delimiter.join(self.names) + "\n"

    @property
    def facts(self) -> list[str]:
        """The fields that --tag adds to a record."""
        return [name for name in self.names if name != "puzzle"]

    @property
    def has_blocks(self) -> bool:
        """Whether the facts are a single part of every line of text."""
        if self.form is not None and self.form.has_keys:
            first, *others = self.names or [""]
            return first == "record" and not any(name in OF_RECORD for name in others)
        if self.template is None:
            return "puzzle" not in self.names
        return not any(text in OF_RECORD for text, is_field in self._parts()[1] if is_field)

    def _parts(self) -> tuple[Sequence[Piece], Sequence[Piece], Sequence[Piece]]:
        """Return the pieces of a line before, of and after its facts."""
        pieces = self.template or ()
        facts = [i for i, piece in enumerate(pieces) if piece[1] and piece[0] not in OF_RECORD]
        first, last = (facts[0], facts[-1] + 1) if facts else (len(pieces), len(pieces))
        return pieces[:first], pieces[first:last], pieces[last:]

    def words(self, verdict: Verdict) -> bytes:
        if self.form is not None and self.form.has_keys:
            return members(self.form, verdict, self.names[1:])
        if self.template is None:
            return verdict.text(self.facts).encode()
        return self._filled(self._parts()[1], verdict).encode(*UTF8)

    def ends(self) -> tuple[bytes, bytes]:
        """Return the forms of a line of a block before and after its facts."""
        from sudokutools.blocks.block import NUMBER, PUZZLE

        if self.form is not None and self.form.has_keys:
            return b'{"record":' + NUMBER, b"}"
        if self.template is None:
            return NUMBER + b"\t", b""
        from sudokutools._support.template import filled

        values = {"record": NUMBER.decode(), "puzzle": PUZZLE.decode()}
        head, _, tail = (filled(part, values) for part in self._parts())
        return head.encode(*UTF8), tail.encode(*UTF8)

    def line(self, record: Record, verdict: Verdict) -> str:
        verdict.values["record"] = record.number
        if record.grid is not None and "puzzle" in self.names:
            verdict.values["puzzle"] = format_line(record.grid, ".")
        if self.template is not None:
            return self._filled(self.template, verdict) + "\n"
        if self.form is not None:
            return self.form.dump(verdict.data(self.names))
        named = [name for name in self.names if name != "record"]
        return f"{record.number}\t{verdict.text(named)}\n"

    def _filled(self, pieces: Sequence[Piece], verdict: Verdict) -> str:
        from sudokutools._support.template import filled
        from sudokutools.formats.columns import quoted

        values = verdict.texts()
        if self.form is not None:
            values = {name: quoted(value, self.form.delimiter) for name, value in values.items()}
        return filled(pieces, values)

    def unreadable(self, record: Record) -> str:
        if self.form is not None and self.form.has_keys:
            return self.form.empty_place(record)
        return self.line(record, unreadable(record))


def members(form: Format, verdict: Verdict, names: Sequence[str]) -> bytes:
    """Return facts as members of an object that a block writes, with a comma before each."""
    from sudokutools.blocks.block import NUMBERS
    from sudokutools.blocks.judge import AUTOMORPHISMS, CLASS

    text = form.dump(verdict.data(names))[1:-2].encode(*UTF8)
    for part in (*NUMBERS, AUTOMORPHISMS):
        text = text.replace(b'"\\u%04x"' % part[0], part)
    text = text.replace(b"\\u000f", CLASS)
    return b"," + text if text else b""


def _row(names: Sequence[str], delimiter: str) -> list[Piece]:
    from sudokutools._support.template import Piece

    fields = [(Piece(delimiter), Piece(name, True)) for name in names]
    return [piece for pair in fields for piece in pair][1:]


def _check_field(name: str, known: Sequence[str]) -> None:
    if name not in FIELD_OF:
        raise SudokuError(f"unknown field {name[:20]!r}: expected {', '.join(FIELD_OF)}")
    if name not in known:
        raise SudokuError(f"{name} requires {option_of(name)}")


def option_of(field: str) -> str:
    """Return the option that requests a field."""
    test = FIELD_OF[field].test
    return {"scale": "--scale hodoku", "class_id": "--class"}.get(test) or f"--{test}"


def unreadable(record: Record) -> Verdict:
    from sudokutools._support.terminal import visible

    error = record.error.message if record.error is not None else record.extra.get("error", "")
    verdict = Verdict()
    verdict.values = {"status": "unreadable", "error": visible(str(error))}
    return verdict
