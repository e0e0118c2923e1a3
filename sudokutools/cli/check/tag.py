"""`sudoku-check --tag` and `--convert`: every grid, with or without its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from sudokutools._support.request import ANY, Known
from sudokutools.checking.facts import FIELD_OF, Verdict
from sudokutools.cli.check.checker import Checker, Mode
from sudokutools.cli.check.verdicts import members, unreadable
from sudokutools.cli.run.worker import Outcome, form_of, has_blocks
from sudokutools.formats.format import Record, Style

if TYPE_CHECKING:
    from sudokutools.blocks.block import Work
    from sudokutools.blocks.judge import Written


class Tag(Checker):
    """Write every record with its verdict as the note."""

    own_column = "puzzle"
    keeps_passages = True

    @property
    def facts(self) -> Sequence[str]:  # type: ignore[override]
        return self.request.layout.facts

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        verdict.values["record"] = record.number
        if style.columns is not None:
            return style.as_read(record, verdict.fields(self.facts))
        if style.format.has_keys:
            stale = {"record", "solution_number", *FIELD_OF} - {"puzzle"}
            return style.format.tagged(record, verdict.data(self.facts), stale, style)
        note = "\t".join(filter(None, [verdict.text(self.facts), record.note]))
        return style.write(record.given, note, record.comments)

    def write_unreadable(self, record: Record, style: Style) -> str:
        if style.columns is not None and record.row is not None:
            return style.as_read(record, unreadable(record).fields(self.facts))
        return super().write_unreadable(record, style)

    def _words(self, verdict: Verdict) -> bytes:
        return b"\t" + verdict.text(self.facts).encode()

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.block import JSON, NOTE, OBJECT, PUZZLE
        from sudokutools.blocks.judge import Written

        if "record" in self.facts:
            return None
        if style.format.has_keys:
            words = partial(members, style.format, names=self.facts)
            return Written(words, OBJECT + PUZZLE, JSON + NOTE + b"}")
        if style.fields and (not style.rewrites or style.format.is_line):
            return Written(partial(self._fields, style.fields))
        return Written(self._words, PUZZLE, NOTE, style.empty) if style.format.is_line else None

    def _fields(self, separator: str, verdict: Verdict) -> bytes:
        from sudokutools.formats.columns import quoted

        texts = verdict.fields(self.facts)
        return separator.join([quoted(text, separator) for text in texts]).encode()


class Convert(Mode):
    """Write every record with its note and comments, without a verdict."""

    KNOWN: ClassVar[Known] = dict.fromkeys(("converts", "tallies", "layout"), ANY)
    kinds = 5 * (Outcome(),)
    own_column = "grid"
    keeps_passages = reads_objects = True

    def __call__(self, record: Record, style: Style) -> Outcome:
        text = style.write(record.given, record.note, record.comments, record.extra, row=record.row)
        return Outcome(text)

    def blocks(self, style: Style) -> Work | None:
        from sudokutools.blocks.block import MORE, PUZZLE
        from sudokutools.blocks.solve import SolveBlocks

        form = form_of(style, PUZZLE) if has_blocks(self.request, self.KNOWN) else None
        if form is None:
            return None
        is_line = not style.format.has_keys  # Keys of objects stay in objects.
        return SolveBlocks(MORE * (form,), limit=0, empty=style.empty, objects=is_line)
