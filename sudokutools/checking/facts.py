"""Tests of a grid, findings, and the fields of a verdict on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools._support.request import Values
from sudokutools.grid.geometry import Geometry
from sudokutools.logic.levels import BEGINNER, Uses

if TYPE_CHECKING:
    from sudokutools.logic.hodoku.rating import HodokuRating
    from sudokutools.logic.rating import Rating


class Tests(Values):
    """The tests that a record has to pass, and the questions about it.

    solutions   "one": exactly one solution; "any": at least one; "rules": none are searched
    count       count the solutions, up to `limit` if given
    minimal     no clue is redundant; `minimal_constraints`: with `minimal`, nor is a constraint
    levels      the lowest and the highest level allowed; `ratings` likewise, in tenths
    scale       "se" or "hodoku": the scale of `levels`; hodoku adds its level, score and technique
    automorphisms, rank  the size of the symmetry group; the number of a complete 9x9 grid
    class_id    the class of equivalent grids
    nodes       the guesses of a search, if there is one solution
    steps       the steps by technique, on the scale `scale`
    """

    solutions: str = "one"
    count: bool = False
    limit: int | None = None
    complete: bool = False
    minimal: bool = False
    minimal_constraints: bool = False
    rate: bool = False
    levels: tuple[str, str] | None = None
    ratings: tuple[int, int] | None = None
    automorphisms: bool = False
    rank: bool = False
    scale: str = "se"
    class_id: bool = False
    nodes: bool = False
    steps: bool = False

    @property
    def needs_rating(self) -> bool:
        return self.rate or self.steps or self.levels is not None or self.ratings is not None

    @property
    def is_for_beginners(self) -> bool:
        """Whether only puzzles for beginners pass, a part of level easy."""
        return self.levels == (BEGINNER, BEGINNER)

    @property
    def needs_one_solution(self) -> bool:
        """Whether only puzzles with exactly one solution can pass."""
        return self.minimal or self.levels is not None or self.ratings is not None


class Findings(Values):
    """Facts about a grid; None: not found or not searched.

    clues       the number of clues; `is_complete`: no cell is empty
    broken      descriptions of broken rules
    solutions   the number of solutions found; `has_more`: there may be more
    is_minimal  whether no clue is redundant; `redundant`: the cells of those that are,
                and the constraints as in a spec
    rating      on the scale of Sudoku Explainer; `hodoku` on that of HoDoKu
    steps       the steps by technique
    has_beginner_clues  whether the clues suit beginners; only found if that is a test
    solves      whether it is a solution of the puzzle that it is compared with
    undecided   the undecided question: "" (none), "solutions" or another one
    is_cut      whether `check` ended the work on a question
    """

    geometry: Geometry
    is_complete: bool
    clues: int
    broken: Sequence[str] | None = None
    solutions: int | None = None
    has_more: bool = False
    is_minimal: bool | None = None
    redundant: Sequence[str] | None = None
    rating: Rating | None = None
    hodoku: HodokuRating | None = None
    has_beginner_clues: bool = False
    automorphisms: int | None = None
    rank: int | None = None
    class_id: str | None = None
    nodes: int | None = None
    steps: Uses | None = None
    solves: bool | None = None
    undecided: str = ""
    is_cut: bool = False


class Field(NamedTuple):
    """A field of a verdict: a key of text and JSON, a column, a field of templates.

    name    its name everywhere
    about   its entry in the manual, in the markup of `cli.options.manual`
    option  the option that requests it; "": always there
    value   its value, None if there is none; default: that of the fact with the same name, if any
    text    its value as text, `data` as JSON
    """

    name: str
    about: str
    option: str = ""
    value: Callable[[Findings], Any] | None = None
    text: Callable[[Any], str] = str
    data: Callable[[Any], Any] = lambda value: value

    def of(self, found: Findings) -> Any:
        return getattr(found, self.name, None) if self.value is None else self.value(found)

    def is_asked(self, tests: Tests) -> bool:
        asks = {
            "--rate": tests.needs_rating,
            "--scale hodoku": tests.scale == "hodoku",
            "--class": tests.class_id,
        }
        return not self.option or bool(asks.get(self.option) or getattr(tests, self.option[2:], 0))


def _solutions(found: Findings) -> int | str | None:
    if found.solutions is None or (found.undecided == "solutions" and not found.solutions):
        return None
    return f"{found.solutions}+" if found.has_more else found.solutions


def _geometry(found: Findings) -> str | None:
    geometry = found.geometry
    if found.rating is None or geometry is Geometry.of(3, 3):
        return None
    if geometry.is_plain:
        return str(geometry)
    from sudokutools.grid.geometry_label import said_geometry

    return said_geometry(geometry)


FIELDS = (
    Field("record", "The number of the record. In text it comes first, without a name."),
    Field("puzzle", "The grid as a line; only if it is chosen."),
    Field("status", "*ok*, *bad*, *unknown* (undecided) or *unreadable*."),
    Field(
        "kind",
        "*complete* or *puzzle*.",
        value=lambda found: "complete" if found.is_complete else "puzzle",
    ),
    Field("clues", "The number of filled cells."),
    Field(
        "solutions",
        "*0*; *1*; *1+* (at least one); *2+* (several); or their number with --count.",
        value=_solutions,
    ),
    Field(
        "broken",
        "The broken rules: `row 1: 5 at r1c3 r1c7; box 2: ...`",
        text="; ".join,
    ),
    Field(
        "failed",
        "The first failed test: *rules*, *solutions*, *complete*, *minimal*, *level*, *rating* or"
        " *against*.",
    ),
    Field(
        "minimal",
        "Whether every clue is necessary: *yes* or *no*.",
        "--minimal",
        lambda found: None if found.is_minimal is None else "yes" if found.is_minimal else "no",
    ),
    Field(
        "redundant",
        "The redundant clues of a puzzle that is not minimal: `r1c1 r5c5`. Each of them alone could"
        " be removed without losing uniqueness, but not all together. With --minimal *constraints*"
        " also the constraints, as in a spec: `whisper=5:r1c1r1c2`.",
        "--minimal",
        text=" ".join,
    ),
    Field(
        "rating",
        "The difficulty of the hardest step, on the scale of Sudoku Explainer (ER).",
        "--rate",
        lambda found: found.rating and found.rating.rating / 10,
    ),
    Field(
        "pearl",
        "The difficulty of the steps up to the first placement (EP).",
        "--rate",
        lambda found: found.rating and found.rating.pearl / 10,
    ),
    Field(
        "diamond",
        "The difficulty of the first step (ED).",
        "--rate",
        lambda found: found.rating and found.rating.diamond / 10,
    ),
    Field(
        "level",
        "*easy* for ratings up to 1.5, *medium* up to 2.5, *hard* up to 4.4, *expert* up to 6.9,"
        " otherwise *extreme*.",
        "--rate",
        lambda found: found.rating and found.rating.level,
    ),
    Field(
        "technique",
        "The technique of the hardest step.",
        "--rate",
        lambda found: (found.rating and found.rating.technique) or None,
    ),
    Field(
        "geometry",
        "The geometry of a rated grid other than 9x9, because ratings are comparable within one"
        " geometry only: its boxes as in --box, such as *4x4* for 16x16, --boxes if it is partial,"
        " and the regions and rules of a variant: `3x3 x+antiknight`.",
        "--rate",
        _geometry,
    ),
    Field(
        "hodoku_level",
        "The level on the scale of HoDoKu.",
        "--scale hodoku",
        lambda found: found.hodoku and found.hodoku.level,
    ),
    Field(
        "hodoku_score",
        "The sum of the scores of all steps on the scale of HoDoKu.",
        "--scale hodoku",
        lambda found: found.hodoku and found.hodoku.score,
    ),
    Field(
        "hodoku_technique",
        "The hardest technique on the scale of HoDoKu.",
        "--scale hodoku",
        lambda found: (found.hodoku and found.hodoku.technique) or None,
    ),
    Field(
        "steps",
        "The number of steps of each technique, easiest first: `Hidden single:54;Pointing:2`; in"
        " JSON an object. With --scale *hodoku* the steps of its path.",
        "--steps",
        lambda found: found.steps or None,
        text=lambda used: ";".join([f"{name}:{number}" for name, number in used.items()]),
    ),
    Field(
        "hard_steps",
        "The number of steps that are not singles: *Full house*, *Hidden single*, *Naked single*,"
        " *Last cell of a cage* or *Last cell of a clue*.",
        "--steps",
        lambda found: None if found.steps is None else found.steps.hard,
    ),
    Field(
        "first_hard",
        "The number and the technique of the first hard step, if any: `23 Pointing`; in JSON an"
        " object with *step* and *technique*.",
        "--steps",
        lambda found: None if found.steps is None else found.steps.first_hard,
        text=lambda first: f"{first[0]} {first[1]}",
        data=lambda first: {"step": first[0], "technique": first[1]},
    ),
    Field(
        "nodes",
        "The number of guesses that it takes to solve a puzzle with one solution, and to show that"
        " there is no other.",
        "--nodes",
    ),
    Field(
        "automorphisms",
        "The number of rearrangements that turn the grid into itself up to relabelling.",
        "--automorphisms",
    ),
    Field(
        "rank",
        "The number of a complete 9x9 grid in the enumeration of all, in JSON a string.",
        "--rank",
        data=str,  # It passes what most readers of JSON can hold.
    ),
    Field(
        "class",
        "The class of equivalent grids and puzzles, 16 hexadecimal digits.",
        "--class",
        lambda found: found.class_id,
    ),
    Field("error", "Why the record is unreadable."),
)
"""All fields in the order in which they are written."""

FIELD_OF = {field.name: field for field in FIELDS}

CELL_KEYS = ("kind", "clues", "solutions", "broken", "failed")
"""The fields that are not true of the solution as well."""


class Verdict:
    """The answers about one record.

    `values` holds the known FIELDS by name; `rating` is in tenths; `techniques` counts the steps
    of the path that gave the technique; `is_cut` is True if `check` ended a search.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {"status": "ok"}
        self.rating: int | None = None
        self.techniques: Mapping[str, int] = {}
        self.is_cut = False

    @property
    def status(self) -> str:
        return str(self.values["status"])

    def fail(self, test: str) -> None:
        self.values["status"] = "bad"
        self.values.setdefault("failed", test)

    def text(self, names: Collection[str] = tuple(FIELD_OF)) -> str:
        """Return the named fields as `key=value`, separated by tabs."""
        values = self.texts()
        return "\t".join([f"{name}={values[name]}" for name in names if name in values])

    def texts(self) -> dict[str, str]:
        return {name: FIELD_OF[name].text(value) for name, value in self.values.items()}

    def fields(self, names: Collection[str]) -> list[str]:
        """Return the named fields as text, "" if they have no value."""
        texts = self.texts()
        return [texts.get(name, "") for name in names]

    def data(self, names: Collection[str] = tuple(FIELD_OF)) -> dict[str, Any]:
        """Return the named fields for JSON."""
        known = self.values
        return {name: FIELD_OF[name].data(known[name]) for name in names if name in known}
