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
    levels      the lowest and the highest level allowed; `ratings` likewise, such as (2.6, 3.2)
    scale       "se" or "hodoku": the scale of `levels`; hodoku adds its level, score and technique
    automorphisms, rank  the size of the symmetry group; the number of a complete 9x9 grid
    class_id    the class of equivalent grids
    nodes       the guesses of a search, if there is one solution
    steps       the steps by technique, on the scale `scale`
    complete    no cell is empty
    rate        rate the difficulty

    >>> from sudokutools import Tests, judge, read_grid
    >>> tests = Tests(minimal=True, levels=("easy", "medium"), ratings=(1.0, 2.3))
    >>> judge(read_grid("1234341221434..."), tests).values["failed"]
    'minimal'
    """

    solutions: str = "one"
    count: bool = False
    limit: int | None = None
    complete: bool = False
    minimal: bool = False
    minimal_constraints: bool = False
    rate: bool = False
    levels: tuple[str, str] | None = None
    ratings: tuple[float, float] | None = None
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
    least_rating  a lower bound of the rating in tenths, if it is unknown
    reason      why the rating is unknown; "" if it is known or not requested
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
    automorphisms: int | str | None = None
    rank: int | None = None
    class_id: str | None = None
    nodes: int | None = None
    steps: Uses | None = None
    solves: bool | None = None
    undecided: str = ""
    is_cut: bool = False
    least_rating: int | None = None
    reason: str = ""


class Field(NamedTuple):
    """A field of a verdict: a key of text and JSON, a column, a field of templates.

    name    its name everywhere
    test    the field of `Tests` that requests it; "": always there
    value   its value, None without one; default: that of the fact with the same name, if any
    text    its value as text, `data` as JSON
    """

    name: str
    test: str = ""
    value: Callable[[Findings], Any] | None = None
    text: Callable[[Any], str] = str
    data: Callable[[Any], Any] = lambda value: value

    def of(self, found: Findings) -> Any:
        return getattr(found, self.name, None) if self.value is None else self.value(found)

    def is_asked(self, tests: Tests) -> bool:
        asks = {"": True, "rate": tests.needs_rating, "scale": tests.scale == "hodoku"}
        return asks[self.test] if self.test in asks else bool(getattr(tests, self.test))


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
    from sudokutools.grid.geometry_label import geometry_spec

    return geometry_spec(geometry)


FIELDS = (
    Field("record"),
    Field("puzzle"),
    Field("status"),
    Field("kind", value=lambda found: "complete" if found.is_complete else "puzzle"),
    Field("clues"),
    Field("solutions", value=_solutions),
    Field("broken", text="; ".join),
    Field("failed"),
    Field(
        "minimal",
        "minimal",
        lambda found: None if found.is_minimal is None else "yes" if found.is_minimal else "no",
    ),
    Field("redundant", "minimal", text=" ".join),
    Field("rating", "rate", lambda found: found.rating and found.rating.rating / 10),
    Field("pearl", "rate", lambda found: found.rating and found.rating.pearl / 10),
    Field("diamond", "rate", lambda found: found.rating and found.rating.diamond / 10),
    Field("level", "rate", lambda found: found.rating and found.rating.level),
    Field("technique", "rate", lambda found: (found.rating and found.rating.technique) or None),
    Field("geometry", "rate", _geometry),
    Field("hodoku_level", "scale", lambda found: found.hodoku and found.hodoku.level),
    Field("hodoku_score", "scale", lambda found: found.hodoku and found.hodoku.score),
    Field(
        "hodoku_technique", "scale", lambda found: (found.hodoku and found.hodoku.technique) or None
    ),
    Field(
        "steps",
        "steps",
        lambda found: found.steps or None,
        text=lambda used: ";".join([f"{name}:{number}" for name, number in used.items()]),
    ),
    Field("hard_steps", "steps", lambda found: None if found.steps is None else found.steps.hard),
    Field(
        "first_hard",
        "steps",
        lambda found: None if found.steps is None else found.steps.first_hard,
        text=lambda first: f"{first[0]} {first[1]}",
        data=lambda first: {"step": first[0], "technique": first[1]},
    ),
    Field("nodes", "nodes"),
    Field("automorphisms", "automorphisms"),
    Field("rank", "rank", data=str),  # It passes what most readers of JSON can hold.
    Field("class", "class_id", lambda found: found.class_id),
    Field("error"),
)
"""All fields in the order in which they are written."""

FIELD_OF = {field.name: field for field in FIELDS}


def asked(tests: Tests) -> list[str]:
    """Return the names of the fields that tests request."""
    return [field.name for field in FIELDS if field.is_asked(tests)]


def values_of(found: Findings) -> dict[str, Any]:
    """Return the values of all fields that have one."""
    values = {field.name: field.of(found) for field in FIELDS}
    return {name: value for name, value in values.items() if value is not None}


CELL_KEYS = ("kind", "clues", "solutions", "broken", "failed")
"""The fields that are not true of the solution as well."""


class Verdict:
    """The answers about one record.

    values      the known facts by name, such as "clues", "solutions", "rating" (2.6) or "failed"
    status      "ok", "bad" or "unknown"
    techniques  the steps of the path that gave the technique
    is_cut      whether `check` ended a search
    reason      why the rating is unknown, if it was requested

    >>> from sudokutools import Tests, judge, read_grid
    >>> verdict = judge(read_grid("1234341221434..."), Tests(rate=True))
    >>> verdict.status, verdict.values["rating"], verdict.techniques
    ('ok', 1.0, {'Full house': 3})
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {"status": "ok"}
        self.tenths: int | None = None  # The rating.
        self.techniques: Mapping[str, int] = {}
        self.is_cut = False
        self.reason = ""

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
