def sim_blocks(
    numbers: tuple[int, ...],
    full: tuple[int, ...],
    tags: tuple[int, ...],
    bets: tuple[int, ...],
    after: bytes,
    totals: bytes,
    actions: bytes,
    message: bytes,
    first: int,
    rounds: int,
    /,
) -> tuple[bytes, int, int, int, int, int, int, bytes]: ...
def odds_new(
    counts: bytes,
    flags: bytes,
    double: int,
    max_hands: int,
    max_ace_hands: int,
    upcard: int,
    hand: int,
    /,
) -> object: ...
def odds_values(
    odds: object, upcard: int, hand: int, pair: int, left: int, same: bool, /
) -> tuple[float, float, float, float, float, float]: ...
def odds_chart_values(
    odds: object, upcard: int, hand: int, pair: int, plan: bytes, /
) -> tuple[float, float, float]: ...
from collections.abc import Callable

def canonical_force_plain(force: bool, /) -> None: ...
def canonical_general(
    shape: tuple[int, int, int, int, bool],
    cells: bytes,
    most_steps: int,
    most_states: int,
    check: Callable[[], None],
    /,
) -> tuple[bytes, int, int] | None: ...
def canonical_lines(
    cells: bytes, count: int, empty: int, check: Callable[[], None], /
) -> tuple[bytes, bytes]: ...
def stream_numbers(message: bytes, record: int, count: int, limit: int, /) -> list[int]: ...
