"""Numbers that stand in a C file and in a module of Python are the same in both."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import sudokutools

CORE = Path(sudokutools.__file__).parent / "_core"

PAIRS = """
lines.h LINE_MAX_LENGTH                  formats.reading.lines MAX_LENGTH
bulk/block.h BULK_NONE BULK_UNIQUE BULK_SEVERAL BULK_COMPLETE BULK_NEEDLESS BULK_MORE
    blocks.block NONE UNIQUE SEVERAL COMPLETE NEEDLESS MORE
lines.h LINE_NUMBER LINE_CLUES LINE_COUNT LINE_SOLUTION LINE_PUZZLE LINE_NOTE LINE_RAW LINE_JSON
    blocks.block NUMBER CLUES COUNT SOLUTION PUZZLE NOTE RAW JSON
lines.h LINE_NODES                       blocks.block NODES
dig/dig.h DIG_MISSED DIG_MET DIG_EASIER  masking.compiled_dig MISSED MET EASIER
cdcl/build.c MAX_SYMBOLS                 grid.geometry MAX_SYMBOLS
cdcl/state.h NEVER_UNIT                  solving.engines.model NEVER_UNIT
cdcl/state.h TALLY_ONE                   solving.engines.cdcl MAX_VARIABLES
cdcl/model.c MAX_CONSTRAINTS             solving.engines.cdcl MAX_CONSTRAINTS
canonical/form.h CANONICAL_MOST          canonical.form MAX_LINE
work.h SEARCH_NONE SEARCH_SOLUTION SEARCH_PAUSED  solving.engines NONE SOLUTION PAUSED
variant/variant.h VARIANT_LIMIT          solving.engines LIMIT
generate/mix.h MIX_MAX                   grid.geometry MAX_SYMBOLS
generate/ranking.h RANKING_OF_A_BOX      generating.ranking OF_A_BOX
variant/variant.h VARIANT_MOST_SYMBOLS   solving.engines.variant KERNEL_SYMBOLS
variant/variant.h VARIANT_DIFFERENT VARIANT_RELATED VARIANT_TOTAL VARIANT_SETS VARIANT_AUTOMATON
    solving.engines.variant DIFFERENT RELATED TOTAL SETS AUTOMATON
variant/variant.h VARIANT_CONNECTED VARIANT_TABLE VARIANT_MACHINE
    solving.engines.variant CONNECTED TABLE MACHINE
rate/rate.h NO_CELL RATE_MOST_HOUSES RATE_MOST_TYPES
    logic.compiled_ladder NO_CELL MOST_HOUSES MOST_OF_CELL
rate/rate.h RATE_SOLVED RATE_ABOVE RATE_STUCK RATE_INVALID
    logic.compiled_ladder SOLVED ABOVE STUCK CLASH
work.h WORK_STOPPED                      logic.compiled_ladder STOPPED
blackjack/simulate.h SIM_BLOCK SIM_COUNTS SIM_BY_COUNT  blackjack.simulate BLOCK COUNTS BY_COUNT
blackjack/simulate.h SIM_HANDS SIM_CARDS SIM_PLAYERS
    blackjack.rules MOST_HANDS MOST_CARDS MOST_PLAYERS
blackjack/simulate.h SIM_PARTS           blackjack.counting MOST_PARTS
blackjack/strategy.c MOST_BET            blackjack.counting MOST_BET
blackjack/simulate.h SIM_BUST SIM_NATURAL SIM_CHARLIE   blackjack.strategy BUST NATURAL CHARLIE
blackjack/simulate.h SIM_STAND SIM_HIT SIM_DOUBLE SIM_SPLIT SIM_SURRENDER
    blackjack.strategy STAND HIT DOUBLE SPLIT SURRENDER
"""
"""A C file, names there, a module, and the same numbers by their names there. The others are told
to kernels (the keys of rules), read from them (the names of cores), or compared by their own tests
(techniques), or stand in C only (classes of bands)."""

ROWS = re.findall(r"^(\S+\.[ch])((?: [A-Z_]+)+)\s+([a-z_.]+)((?: [A-Z_]+)+)$", PAIRS, re.MULTILINE)


def numbers_of(file: Path) -> dict[str, int]:
    """Return the constants of a C file that are literals, by name."""
    text = re.sub(r"/\*.*?\*/|\(size_t\)|\bUINT\d+_C\b", "", file.read_text(), flags=re.DOTALL)
    found = re.findall(r"^#define (\w+) \(*(\d[\d <)]*?) *\)*$", text, re.MULTILINE)
    numbers = {name: _number(value) for name, value in found}
    for body in re.findall(r"\benum (?:\w+ )?\{(.*?)\}", text, re.DOTALL):
        following = 0
        for item in filter(None, map(str.strip, body.split(","))):
            name, _, value = item.partition(" = ")
            if value and not re.fullmatch(r"-?\d+( << \d+)?", value):
                break
            following = _number(value) if value else following
            numbers[name] = following
            following += 1
    return numbers


def _number(text: str) -> int:
    first, _, shift = text.replace(")", "").partition(" << ")
    return int(first) << int(shift or 0)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1].split()[0])
def test_numbers_of_c_are_those_of_python(row: tuple[str, str, str, str]) -> None:
    file, theirs, module, ours = row
    numbers = numbers_of(CORE / file)
    values = [getattr(import_module(f"sudokutools.{module}"), name) for name in ours.split()]
    found = [int.from_bytes(v, "big") if isinstance(v, bytes) else v for v in values]
    assert [numbers[name] for name in theirs.split()] == found


def test_all_rows_are_read() -> None:
    assert len(ROWS) == PAIRS.count(".h ") + PAIRS.count(".c ")
