"""Requests for puzzles, the plans that they make for a geometry, and results."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sudokutools._support.request import ANY, Known, Values, is_known
from sudokutools.constraints import kind
from sudokutools.errors import RequestError, SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import SCALES
from sudokutools.logic.levels import BEGINNER, NAMES, beginner_clues, level_ends
from sudokutools.masking.difficulty import Difficulty
from sudokutools.masking.symmetry import orbits, sums_of_sizes
from sudokutools.solving.solving import automatic

if TYPE_CHECKING:
    from sudokutools.masking.path_difficulty import HodokuDifficulty, RestrictedDifficulty

DEFAULT_TRIES = 500
DEFAULT_LEVEL = "medium"
_TRIES_FOR_DEFAULT = 100
LEVEL_TRIES = 10_000  # For a level of 9x9 grids: enough for all that are not very rare.
SEARCH_TRIES = 1_000_000  # For ratings or a technique on 9x9 grids, which may be rare.
MAX_TRIES = (1 << 31) - 1  # The limit of the kernel's numbers; these tries take a day.
FEWEST = 17  # Of the clues of a plain 9x9 puzzle: McGuire, Tugemann and Civario, 2012.
MAX_CAGED = 25  # The maximum number of symbols of killers: uniqueness takes too long above.

# The step limits of a search for another solution on grids of more than nine symbols. Puzzles of a
# level are rated by human techniques, which need no branches.
_STEPS_FOR_LEVELS = 0
_STEPS_FOR_AMOUNTS = 100


PRINTED = (2, 4, 25)  # The sizes of cages of printed killers: see `Wishes`.


class PuzzleRequest(Values):
    """A request. The fields are those of `Wishes`, in one form each:

    row_blanks, rating, cages  the lowest and the highest value (scores on the scale of HoDoKu)
    pattern, keep              sets of cells
    add                        pairs of a key and a number

    Without amount and difficulty the level is medium, or easier if no try reaches that.

    >>> from sudokutools import PuzzleRequest, generate, mask
    >>> request = PuzzleRequest(clues=30, symmetry="rotate180")
    >>> [mask(generate(), request).puzzle.clue_count for _ in range(3)]
    [30, 30, 30]
    """

    clues: int | None = None
    blanks: int | None = None
    row_blanks: tuple[int, int] | None = None
    minimal: bool = False
    orbit_minimal: bool = False
    pattern: frozenset[int] | None = None
    symmetry: str = "none"
    level: str | tuple[str, str] | None = None
    rating: tuple[float, float] | None = None
    technique: str | None = None
    only: str | None = None
    scale: str = "se"
    unique: bool = True
    tries: int | None = None
    cages: tuple[int, int] | tuple[int, int, int] | None = None
    less: int | None = None
    parity: int | None = None
    add: tuple[tuple[str, int], ...] = ()
    weights: bool = False
    keep: frozenset[int] = frozenset()

    @property
    def makes_clues(self) -> bool:
        """Whether clues other than symbols are made."""
        return bool(self.made or self.add)

    @property
    def made(self) -> set[str]:
        """The kinds of clues made that are requested by fields of their own."""
        kinds = ("cages", "less", "parity")
        return {name for name in kinds if getattr(self, name) is not None}

    @property
    def is_minimal(self) -> bool:
        return self.minimal or self.orbit_minimal

    @property
    def is_graded(self) -> bool:
        return any((self.level, self.rating, self.technique, self.only))


KERNEL_KNOWN: Known = dict.fromkeys(
    (
        *("clues", "blanks", "minimal", "orbit_minimal", "symmetry", "level", "rating"),
        *("technique", "tries", "weights", "keep"),
    ),
    ANY,
)
"""The fields that the compiled kernel for 9x9 grids supports."""


class MaskResult(NamedTuple):
    """What `mask` made.

    puzzle    the puzzle, None if no try met the request
    best      the best that was reached without it: `22 clues`; of a puzzle not empty if it is
              easier than the default level
    tries     the number of tries
    solution  the complete grid, if the puzzle was made of a puzzle
    weight    how many minimal puzzles it stands for, if weights are wanted: see sudoku-mask(1)

    >>> from sudokutools import generate, mask
    >>> mask(generate(), clues=19, tries=3).puzzle is None
    True
    """

    puzzle: Grid | None
    best: str
    tries: int
    solution: Grid | None = None
    weight: float | None = None


_AMOUNTS = {
    "clues": "clues",
    "blanks": "blanks",
    "row_blanks": "row blanks",
    "minimal": "minimal",
    "orbit_minimal": "minimal for orbits",
    "pattern": "a pattern",
}
"""The fields of a request that set the number or places of clues, and their names."""


class Plan:
    """A request for grids of one geometry.

    orbits          sets of cells that may be emptied, together
    tries           the maximum for each grid
    clues           the number wanted, with the absent places of overlapping grids, or None
    has_amount      whether the number or the places of clues are set
    difficulty      the difficulty wanted, or None
    path            the difficulty wanted on the scale of HoDoKu or with some techniques, or None
    accepts_easier  whether an easier puzzle is accepted if no try reaches the default level
    uses_cores      whether it is dug by cores (`masking.dig`)
    max_steps       the step limit of a search for another solution
    has_kernel      whether a compiled kernel does the same
    """

    def __init__(self, geometry: Geometry, request: PuzzleRequest) -> None:
        self.geometry = geometry
        self.request = request
        keep = request.keep
        self.orbits = tuple(
            orbit for orbit in orbits(geometry, request.symmetry) if not keep.intersection(orbit)
        )
        self.has_amount = _has_amount(request)
        is_free = not (self.has_amount or request.is_graded)
        # Some geometries, such as 4x4, have only easy puzzles.
        self.accepts_easier = request.unique and is_free and request.cages is None
        self.tries = self._number_of_tries()
        self.clues = self._number_of_clues()
        self._check_places()
        self.difficulty: Difficulty | None = None
        self.path = self._path_difficulty()
        if self.path is None and (request.is_graded or self.accepts_easier):
            level = DEFAULT_LEVEL if self.accepts_easier else request.level
            least = self._clues_for_beginners()
            self.difficulty = Difficulty(
                geometry.n, level, request.rating, request.technique, least
            )
        # Variants of up to 16 symbols are solved without it, but not dug as well.
        is_large = automatic(Grid.empty(geometry)) == "cdcl"
        is_large |= not geometry.is_plain and geometry.n > 9
        by_cores = request.is_minimal or request.pattern is not None or self.difficulty is None
        self.uses_cores = is_large and request.unique and by_cores
        steps = _STEPS_FOR_AMOUNTS if self.has_amount else _STEPS_FOR_LEVELS
        self.max_steps = None if geometry.n <= 9 else steps
        self._check_weights()
        self.too_few = self._too_few()
        self.has_kernel = geometry is Geometry.of(3, 3) and self._suits_the_kernel()

    def _suits_the_kernel(self) -> bool:
        # With a symmetry every clue is tested afterwards; the kernel would test kept ones as well.
        request = self.request
        is_tested = request.keep and request.minimal and request.symmetry != "none"
        return not (self.too_few or is_tested) and is_known(request, KERNEL_KNOWN)

    def _number_of_tries(self) -> int:
        request = self.request
        if request.pattern is not None and request.cages is None and not request.add:
            return 1
        if request.tries is not None and not 1 <= request.tries <= MAX_TRIES:
            raise SudokuError(f"{request.tries} tries: expected 1 to {MAX_TRIES}")
        if self.accepts_easier:
            return min(request.tries or _TRIES_FOR_DEFAULT, _TRIES_FOR_DEFAULT)
        if request.tries is not None:
            return request.tries
        if self.geometry is not Geometry.of(3, 3) or not request.is_graded or request.makes_clues:
            return DEFAULT_TRIES
        is_path = request.scale == "hodoku" or request.only is not None
        is_rare = not is_path and (request.rating or request.technique)
        return SEARCH_TRIES if is_rare else LEVEL_TRIES

    def _number_of_clues(self) -> int | None:
        request, absent = self.request, len(self.geometry.absent)
        size = self.geometry.size - absent
        sums = sums_of_sizes(map(len, self.orbits))
        if not request.unique and not self.has_amount:
            # The largest number of blanks that orbits can make, up to five ninths.
            return absent + size - (sums & (1 << size * 5 // 9 + 1) - 1).bit_length() + 1
        wanted, name = request.blanks, "blanks"
        if wanted is None:
            wanted, name = request.clues, "clues"
            sums <<= size - sums.bit_length() + 1  # From blanks to clues.
        if wanted is None:
            return None
        asked = f"{wanted} {name}"
        if not 0 <= wanted <= size:
            raise SudokuError(f"{asked}: the grid has {size} cells")
        if not sums >> wanted & 1:
            below = (sums & (1 << wanted) - 1).bit_length() - 1
            above = next((number for number in range(wanted, size + 1) if sums >> number & 1), -1)
            near = " or ".join(str(number) for number in (below, above) if number >= 0)
            cause = f"symmetry {request.symmetry}" + " and kept cells" * bool(request.keep)
            raise SudokuError(f"{asked} are impossible with {cause}; use {near}")
        return absent + (wanted if name == "clues" else size - wanted)

    @property
    def _path_name(self) -> str:
        return "scale hodoku" if self.request.only is None else "only"

    def _path_difficulty(self) -> HodokuDifficulty | RestrictedDifficulty | None:
        request = self.request
        if request.rating is not None and request.rating[0] > request.rating[1]:
            raise RequestError("rating", request.rating, ": the lower end must come first")
        if request.scale == "se" and request.only is None:
            return None
        if request.scale not in SCALES:
            raise SudokuError(f"unknown scale {request.scale!r}: expected {' or '.join(SCALES)}")
        if not request.is_graded:
            raise SudokuError("scale hodoku requires a level, a rating or a technique")
        if self.geometry is not Geometry.of(3, 3):
            raise SudokuError(f"{self._path_name}: only plain 9x9 grids are supported")
        if request.makes_clues:
            raise SudokuError(f"{self._path_name}: clues other than digits are not supported")
        from sudokutools.masking.path_difficulty import HodokuDifficulty, RestrictedDifficulty

        if request.only is not None:
            if request.level is not None or request.rating is not None:
                raise SudokuError("only: levels and ratings use all techniques")
            return RestrictedDifficulty(request.scale, request.only, request.technique)
        return HodokuDifficulty(request.level, request.rating, request.technique)

    def _most_clues(self) -> int:
        if self.clues is not None:
            return self.clues
        if self.request.pattern is not None:
            return len(self.request.pattern)
        return self.geometry.size - self.geometry.rows * (self.request.row_blanks or (0, 0))[0]

    def _too_few(self) -> str:
        """Return why no puzzle without other clues has so few; "": there may be one."""
        request, clues = self.request, self._most_clues()
        is_free = self.geometry is not Geometry.of(3, 3) or request.makes_clues
        if is_free or clues >= FEWEST or not request.unique:
            return ""
        return f"no plain 9x9 puzzle has fewer than {FEWEST} clues"

    def _clues_for_beginners(self) -> int:
        """Return the minimum number of clues; 0: not requested. Raises SudokuError: impossible."""
        request, geometry = self.request, self.geometry
        if level_ends(request.level or NAMES[-1], NAMES) != (BEGINNER, BEGINNER):
            return 0
        absent = len(geometry.absent)
        least, clues = beginner_clues(geometry.size - absent), self._most_clues() - absent
        pattern, regions = request.pattern, geometry.region_cells
        if pattern is not None and not all(map(pattern.intersection, regions)):
            raise SudokuError(f"level {BEGINNER}: the pattern has no clues in a region")
        what = "minimal puzzles" * request.is_minimal or "killers" * (request.cages is not None)
        if what or clues < least:
            what = what or f"{clues} clues"
            raise SudokuError(
                f"{what} are not for level {BEGINNER}: expected {least} clues or more"
            )
        return least

    def _check_places(self) -> None:
        """Raise SudokuError for impossible rows, patterns and cages."""
        request = self.request
        if request.cages is not None:
            if self.geometry.layout:
                raise SudokuError("cages on overlapping grids: add clues of the kind cages instead")
            low, high = request.cages[:2]
            if self.geometry.n > MAX_CAGED and request.unique:
                raise SudokuError(f"cages: at most {MAX_CAGED} symbols are supported")
            if not 1 <= low <= min(high, self.geometry.n):
                raise SudokuError(
                    f"cages of {low} to {high} cells: expected 1 to {self.geometry.n}"
                )
            if len(request.cages) > 2 and not 0 <= request.cages[2] <= 100:
                raise SudokuError(f"large cages: {request.cages[2]} %, expected 0 to 100")
        for key, count in request.add:
            kind(key).check_shape(self.geometry)
            if not 1 <= count <= self.geometry.size:
                raise SudokuError(f"{key}: {count} clues: expected 1 to {self.geometry.size}")
        columns, size = self.geometry.columns, self.geometry.size
        if request.row_blanks is not None:
            low, high = request.row_blanks
            if not 0 <= low <= high <= columns:
                raise SudokuError(f"row blanks {low}-{high}: expected a range from 0 to {columns}")
        if request.pattern is not None:
            if not all(0 <= cell < size for cell in request.pattern):
                raise SudokuError(f"the pattern has clues outside the {size} cells of the grid")
            if not request.keep <= request.pattern:
                raise SudokuError("the pattern has no clues in kept cells")
            for orbit in orbits(self.geometry, request.symmetry):
                if 0 < len(request.pattern.intersection(orbit)) < len(orbit):
                    raise SudokuError(f"the pattern does not have symmetry {request.symmetry}")

    def _check_weights(self) -> None:
        """Raise SudokuError for weights of puzzles not dug as `masking.weights` needs."""
        request = self.request
        if not request.weights:
            return
        has_more = request.is_graded or request.symmetry != "none" or request.makes_clues
        if not request.minimal or has_more:
            raise SudokuError("weights require minimal puzzles without other requests")
        if self.uses_cores or self.max_steps is not None:
            raise SudokuError("weights: large and partial grids are not supported")

    def check_grid(self, grid: Grid) -> None:
        """Raise SudokuError if no puzzle of a grid can meet the request."""
        if self.too_few and grid.is_plain:
            raise SudokuError(self.too_few)
        if self.path is not None and not grid.is_classic:
            raise SudokuError(f"{self._path_name}: only plain 9x9 grids are supported")
        row = self.difficulty.row if self.difficulty is not None else None
        if row is None:
            return
        from sudokutools.logic.techniques import HOUSES, feature_of_kind, features_of

        made = self.request.made | {feature_of_kind(key) for key, _ in self.request.add}
        features = {*features_of(grid), *made, *([HOUSES] if made else [])}
        if not row.is_tried(tuple(features)):
            raise SudokuError(
                f"{row.name} does not apply to {'variant' if features else 'plain'} grids"
            )

    def reached(self, clues: int, is_rated: bool, rating: int, technique: str) -> str:
        """Describe the nearest result: the fewest clues, or the hardest of too easy puzzles.

        Without a `rating` (-1) all were too hard if any `is_rated`.
        """
        if rating >= 0:
            return f"rating {rating / 10} ({technique})"
        if is_rated:
            has_enough = self.difficulty is None or not self.difficulty.least
            return "too hard" if has_enough else "too hard, or too few clues"
        clues -= len(self.geometry.absent)
        return f"{clues} clues{', minimal for orbits only' if self.request.minimal else ''}"


def _has_amount(request: PuzzleRequest) -> bool:
    """Return whether the request has an amount of clues. Raises SudokuError for contradictions."""
    values = {name: getattr(request, field) for field, name in _AMOUNTS.items()}
    given = [name for name, value in values.items() if value is not None and value is not False]
    if len(given) > 1:
        raise SudokuError(f"{given[0]} and {given[1]} cannot be combined")
    if not request.unique and (request.is_graded or request.is_minimal):
        wanted = "minimal" if request.is_minimal else "a level, rating or technique"
        raise SudokuError(f"{wanted} requires a unique solution")
    return bool(given)


@lru_cache(maxsize=64)
def plan_of(geometry: Geometry, request: PuzzleRequest) -> Plan:
    """Return the plan of a request, made once. Raises SudokuError if it is impossible."""
    return Plan(geometry, request)
