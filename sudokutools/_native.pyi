from collections.abc import Callable, Sequence

def core_names() -> list[str]: ...
def sim_blocks(
    core: str,
    numbers: tuple[int, ...],
    full: tuple[int, ...],
    tags: tuple[int, ...],
    bets: tuple[int, ...],
    after: bytes,
    totals: bytes,
    actions: bytes,
    charts: bytes,
    session: int,
    bankroll: int,
    message: bytes,
    first: int,
    rounds: int,
    /,
) -> tuple[bytes, bytes, int, int, int, int, bytes, bytes]: ...
def odds_new(
    core: str,
    flags: bytes,
    double: int,
    max_hands: int,
    max_ace_hands: int,
    charlie: int,
    /,
) -> object: ...
def odds_fill(odds: object, counts: bytes, upcard: int, hand: int, /) -> None: ...
def odds_values(
    odds: object, upcard: int, hand: int, pair: int, left: int, same: bool, /
) -> tuple[float, float, float, float, float, float]: ...
def odds_dealer(
    odds: object, upcard: int, hand: int, /
) -> tuple[float, float, float, float, float]: ...
def odds_chart_values(
    odds: object, upcard: int, hand: int, pair: int, plan: bytes, /
) -> tuple[float, float, float]: ...
def canonical_block(
    core: str, block: bytes, empty: int, check: Callable[[], None], /
) -> tuple[bytes, int, int, list[tuple[int, int, int]]]: ...
def canonical_general(
    shape: tuple[int, int, int, int, bool],
    cells: bytes,
    most_steps: int,
    most_states: int,
    check: Callable[[], None],
    /,
) -> tuple[bytes, int, int] | None: ...
def canonical_lines(
    core: str, cells: bytes, count: int, empty: int, check: Callable[[], None], /
) -> tuple[bytes, bytes]: ...
def shuffle_block(
    block: bytes,
    row: tuple[int, int, int],
    key: tuple[int, int, int, int],
    first: int,
    copies: int,
    empty: int,
    check: Callable[[], None],
    /,
) -> tuple[bytes, int, int]: ...
def generate_cells(
    box_width: int,
    box_height: int,
    boxes_across: int,
    boxes_down: int,
    is_uniform: bool,
    moves: int,
    state: bytes,
    /,
) -> tuple[bytes, bytes]: ...
def generate_lines(
    box_width: int,
    box_height: int,
    boxes_across: int,
    boxes_down: int,
    is_uniform: bool,
    moves: int,
    key: bytes,
    record: int,
    count: int,
    note: bytes,
    /,
) -> bytes: ...
def grid_of_rank(box: int, place: int, /) -> bytes: ...
def rank_of_grid(cells: bytes, /) -> tuple[int, int]: ...

_Words = tuple[int, int, int, int]
_Event = tuple[int, int, int, int]
_Dig = tuple[str, bytes, bytes, int, int, tuple[int, int, int, bool, int, bool] | None, bool]

class _Search: ...

def bulk_lines(block: bytes, /) -> int: ...
def bulk_count(
    core: str,
    cells: bytes,
    limit: int,
    removed: bytes,
    check: Callable[[], None] | None,
    /,
) -> list[tuple[int, int, bytes]]: ...
def bulk_block(
    core: str,
    block: bytes,
    limit: int,
    minimal: bool,
    key: _Words | None,
    start: int,
    number: int,
    forms: tuple[bytes, bytes, bytes, bytes, bytes],
    empty: int,
    reported: int,
    check: Callable[[], None] | None,
    /,
) -> tuple[bytes, int, int, tuple[int, int, int, int, int], list[_Event]]: ...
def dig_block(
    request: _Dig,
    block: bytes,
    key: _Words,
    start: int,
    met: bytes,
    missed: bytes,
    empty: int,
    check: Callable[[], None] | None,
    /,
) -> tuple[bytes, int, int, list[tuple[int, int, int, int, int, int, int, int]]]: ...
def dig_grid(
    request: _Dig, grid: bytes, state: _Words, check: Callable[[], None] | None, /
) -> tuple[bytes, int, int, int, int, int, int, _Words]: ...
def bulk_search(cells: bytes, state: _Words | None, /) -> _Search: ...
def bulk_search_next(
    search: _Search, maximum: int, steps: int, /
) -> tuple[bytes, bool, _Words]: ...
def stream_numbers(message: bytes, record: int, count: int, limit: int, /) -> list[int]: ...

class CdclSearch:
    def __new__(
        cls,
        shape: tuple[int, int, int, int],
        cells: bytes,
        key: bytes,
        model: bytes = ...,
        /,
    ) -> CdclSearch: ...
    def run(self, steps: int, /) -> int: ...
    def solution(self) -> bytes: ...
    def core(self) -> bytes: ...
    def forbid(self, cells: bytes, /) -> None: ...
    def fix(self, cells: bytes, /) -> None: ...
    def assume(self, cells: bytes, order: bytes = b"", /) -> None: ...
    def be_patient(self, conflicts: int, /) -> None: ...
    def walk_from(self, conflicts: int, /) -> None: ...
    def conflicts(self) -> int: ...
    def take_short(self) -> bytes: ...
    def learn(self, clauses: bytes, /) -> None: ...

class VariantSearch:
    def __new__(
        cls, rules: object, cages: bytes, less: bytes, masks: bytes, items: bytes, /
    ) -> VariantSearch: ...
    def start(
        self,
        cells: bytes,
        masks: Sequence[int] | None,
        state: _Words | None,
        near: bytes,
        other: int,
        max_steps: int,
        /,
    ) -> None: ...
    def allow(self, max_steps: int, /) -> None: ...
    def run(self, work: int, /) -> int: ...
    def solution(self) -> bytes: ...
    def state(self) -> _Words: ...
    def steps(self) -> int: ...
    def dig(
        self,
        solution: bytes,
        orbits: Sequence[Sequence[int]],
        max_steps: int,
        check: Callable[[], None],
        /,
    ) -> bytes: ...

def variant_rules(
    n: int,
    rows: int,
    columns: int,
    regions: bytes,
    houses: bytes,
    unequal: bytes,
    apart: bytes,
    /,
) -> object: ...
def cage_map(
    symbols: bytes,
    columns: int,
    n: int,
    low: int,
    high: int,
    weight: int,
    share: int,
    state: _Words,
    /,
) -> tuple[object, _Words]: ...
def cage_map_ease(cages: object, state: _Words, /) -> _Words: ...
def cage_map_rule_out(cages: object, other: bytes, state: _Words, /) -> tuple[bool, _Words]: ...
def cage_map_owner(cages: object, /) -> bytes: ...
def rate_new(shortcuts: int = ..., /) -> object: ...
def rate_block(
    rater: object,
    cells: bytes,
    stop_above: int,
    seconds: float,
    counts: bool,
    candidates: bytes = ...,
    /,
) -> bytes: ...
def rate_steps(
    rater: object,
    cells: bytes,
    stop_above: int,
    seconds: float,
    candidates: bytes = ...,
    /,
) -> tuple[
    tuple[int, int, int, int, int, int],
    list[tuple[int, int, int, list[tuple[int, int]], list[tuple[int, int]], int]],
]: ...
def rate_techniques() -> list[tuple[str, int, int, bool]]: ...
def variant_rate_new(shortcuts: int = ..., /) -> object: ...
def variant_rate_block(
    rater: object,
    cells: bytes,
    stop_above: int,
    seconds: float,
    counts: bool,
    candidates: bytes = ...,
    /,
) -> bytes: ...
def variant_rate_steps(
    rater: object,
    cells: bytes,
    stop_above: int,
    seconds: float,
    candidates: bytes = ...,
    /,
) -> tuple[
    tuple[int, int, int, int, int, int],
    list[tuple[int, int, int, list[tuple[int, int]], list[tuple[int, int]], int]],
]: ...
def variant_rate_techniques() -> list[tuple[str, int, int, bool]]: ...
def variant_rate_geometry(
    rater: object, houses: bytes, pairs: bytes, has_uniqueness: bool, /
) -> None: ...
