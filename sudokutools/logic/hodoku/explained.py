"""Explanations of moves other than chains: singles, subsets, fish, uniqueness, almost locked sets.

Each function takes the position before a move, and the move. The wording is that of the ladder
where it has the same technique.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

from sudokutools.logic.hodoku import explained_chains as chains
from sudokutools.logic.hodoku.almost_locked import AlmostLockedSet, Restricted, States
from sudokutools.logic.hodoku.board import HOUSES_OF, MASKS, NINE, Board, Move
from sudokutools.logic.hodoku.explained_chains import (
    alternating,
    digit_of,
    digits,
    housed,
    named,
    pairs_of,
    slashed,
    step_of_move,
)
from sudokutools.logic.hodoku.techniques import BY_NAME
from sudokutools.logic.locking import CONFINED
from sudokutools.logic.loops import BUG, TWO_WAYS, bug_extras
from sudokutools.logic.loops import EXPLANATIONS as RECTANGLES
from sudokutools.logic.singles import HIDDEN, LAST_CELL, NAKED
from sudokutools.logic.state import pairs
from sudokutools.logic.step import Step
from sudokutools.logic.strand import Strand, cell_list, listing
from sudokutools.logic.subsets import HIDDEN as HIDDEN_SUBSET
from sudokutools.logic.subsets import NAKED as NAKED_SUBSET
from sudokutools.logic.subsets import wings
from sudokutools.logic.tables import any_of, mask_of, members


def explained(board: Board, move: Move) -> Step:
    """Return a move that has not been made as a step."""
    step = EXPLAINERS[BY_NAME[move.technique].finder](board, move)
    assert step.eliminations == move.eliminations()
    return step


def _single(board: Board, move: Move) -> Step:
    ((cell, symbol),) = move.placements
    if move.technique == "Full house":
        house = next(h for h in HOUSES_OF[cell] if board.vacancies[h] == 1)
        return step_of_move(board, move, LAST_CELL, (), 1 << symbol, (house,))
    if move.technique == "Naked single":
        return step_of_move(board, move, NAKED, (), 1 << symbol)
    here = board.places[symbol]
    house = next(h for h in HOUSES_OF[cell][::-1] if here & MASKS[h] == 1 << cell)
    return step_of_move(board, move, HIDDEN, (), 1 << symbol, (house,))


def _locked(board: Board, move: Move) -> Step:
    (loser, _), *_ = move.removals
    houses = sorted(NINE.shared_houses(move.cells), key=lambda h: MASKS[h] >> loser & 1)
    return step_of_move(board, move, CONFINED, (), 1 << digit_of(move), houses)


def _naked_subset(board: Board, move: Move) -> Step:
    symbols = any_of([board.candidates[cell] for cell in members(move.cells)])
    losers = mask_of(cell for cell, _ in move.removals)
    houses = [h for h in NINE.shared_houses(move.cells) if MASKS[h] & losers]
    text = NAKED_SUBSET if len(houses) == 1 else NAKED_SUBSET.replace("{house}", "{all_houses}")
    return step_of_move(board, move, text, (), symbols, houses)


def _hidden_subset(board: Board, move: Move) -> Step:
    union = any_of([board.candidates[cell] for cell in members(move.cells)])
    symbols = union & ~any_of([gone for _, gone in move.removals])
    house = next(
        h
        for h in NINE.shared_houses(move.cells)
        if all(not board.places[s] & MASKS[h] & ~move.cells for s in members(symbols))
    )
    return step_of_move(board, move, HIDDEN_SUBSET, (), symbols, (house,))


def _fish(board: Board, move: Move) -> Step:
    base, cover = map(sorted, move.found)
    symbol = digit_of(move)
    once = any_of([MASKS[house] for house in cover])
    twice = any_of([MASKS[one] & MASKS[other] for one, other in combinations(base, 2)])
    fins = move.cells & (~once | twice)
    houses = (*base, *cover)
    if not fins:
        return step_of_move(board, move, CONFINED, (), 1 << symbol, houses)
    several = fins.bit_count() > 1
    name = move.technique.partition(" ")[2]
    article = "an" if name[0] == "X" else "a"
    thin = [house for house in base if (move.cells & once & MASKS[house]).bit_count() < 2]
    text = (
        f"in {housed(base)}, digit {symbol + 1} is confined to {housed(cover)}, except for"
        f" the fin{'s' * several} {named(fins)}: {'one of them' if several else 'it'} is"
        f" {symbol + 1}, or the other places are {article} {name}; so {{result}}"
        f" (in sight of {'all fins' if several else 'the fin'})"
    )
    if "Sashimi" in move.technique:
        text += f"; without fins, {housed(thin)} would have a single place"
    return step_of_move(board, move, text, (), 1 << symbol, houses, fins=pairs_of(fins, symbol))


def _wing(board: Board, move: Move) -> Step:
    size = BY_NAME[move.technique].arguments[0]
    step = min(wings(board, size), key=lambda step: sorted(step.cells))
    told = step_of_move(board, move, step.explanation, step.cells)
    return told._replace(symbols=step.symbols)


def _bug(board: Board, move: Move) -> Step:
    return step_of_move(board, move, BUG[1], (), bug_extras(board)[move.removals[0][0]])


def _rectangle(board: Board, move: Move) -> Step:
    rectangle = move.found
    kind = BY_NAME[move.technique].arguments[0]
    corners, symbols, rich = rectangle.corners, rectangle.symbols, rectangle.rich
    houses: tuple[int, ...] = ()
    subset = (0, 0)
    text = RECTANGLES.get({5: 2}.get(kind, kind), "")
    gone = move.removals[0][1] & symbols
    u, v = digits(symbols & ~gone), digits(gone)
    if kind == 3:
        others = move.cells & ~mask_of(rich) & ~rectangle.cells
        extra = any_of(rectangle.extras.values())
        subset = others, extra | any_of([board.candidates[cell] for cell in members(others)])
        houses = NINE.shared_houses(mask_of(rich) | others)[:1]
    elif kind == 4:
        here = board.places[u[0] - 1]
        shared = NINE.shared_houses(mask_of(rich))
        houses = tuple(h for h in shared if here & MASKS[h] == mask_of(rich))[:1]
        subset = 0, 1 << u[0] - 1
    elif kind == 6:
        u, v = v, u
        places = board.places[u[0] - 1] & ~rectangle.cells
        lines = [sorted({HOUSES_OF[cell][k] for cell in corners}) for k in (0, 1)]
        houses = tuple(next(two for two in lines if not any(places & MASKS[h] for h in two)))
        text = TWO_WAYS + (
            f"holds another {{digit}}; in {housed(houses)}, {u[0]} has no other places, so if one"
            f" of {named(rich)} were {u[0]}, both would be, and the others {v[0]}; so {{result}}"
        )
    elif kind == 0:
        cell = move.removals[0][0]
        at = corners.index(cell)
        neighbours = corners[(at + 1) % 4], corners[(at + 3) % 4]
        houses = HOUSES_OF[cell][:2]
        text = (
            f"if {named([cell])} were {v[0]}, {named(neighbours)} would be {u[0]}, which has no"
            f" other place in {housed(houses)}, and {named([corners[(at + 2) % 4]])} {v[0]}:"
            " {cells} could be filled with {symbols} in two ways; so {result}"
        )
    return step_of_move(
        board, move, text, corners, symbols, houses, extra_cells=rich, subset=subset
    )


def _avoidable(board: Board, move: Move) -> Step:
    corners = members(move.cells)
    filled = [cell for cell in corners if board.values[cell]]
    empty = [cell for cell in corners if not board.values[cell]]
    would = [
        board.values[other]
        for cell in empty
        for other in corners
        if other // 9 != cell // 9 and other % 9 != cell % 9
    ]
    symbols = mask_of(value - 1 for value in {*would, *(board.values[cell] for cell in filled)})
    held = listing(f"{named([cell])} ({board.values[cell]})" for cell in filled)
    text = f"{held} are not clues; if {named(empty)} {'were' if len(empty) == 1 else 'held'}"
    text += f" {listing(would)}, exchanging {listing(digits(symbols))} in these cells would give"
    text += " another solution, so "
    if len(empty) == 2:
        text += f"one of {named(empty)} is {digit_of(move) + 1}: "
    return step_of_move(board, move, text + "{result}", corners, symbols, extra_cells=empty)


NEARLY = "each set has one {digit} more than cells"


def _als(
    board: Board, move: Move, sets: list[AlmostLockedSet], text: str, links: list[int]
) -> Step:
    """Return a step of almost locked sets that are joined by symbols, `links`.

    The chain goes from a symbol that the ends share through the sets.
    """
    names = "ABCDEF"
    listed = "; ".join(
        f"{name} = {cell_list(NINE.geometry, members(one.cells))} ({slashed(one.symbols)})"
        for name, one in zip(names, sets, strict=False)
    )
    shared = digit_of(move)
    cells = tuple(cell for one in sets for cell in members(one.cells))
    symbols = any_of([one.symbols for one in sets])
    strands: tuple[Strand, ...] = ()
    if links:
        nodes = [(sets[0].places[shared], shared)]
        for (one, other), symbol in zip(pairwise(sets), links, strict=True):
            nodes += [(one.places[symbol], symbol), (other.places[symbol], symbol)]
        nodes.append((sets[-1].places[shared], shared))
        reasons = [f"the set {name}" for name, _ in zip(names, sets, strict=False)]
        strands = (alternating(board, nodes, reasons),)
    told = step_of_move(board, move, f"{listed}; {NEARLY}; {text}", cells, symbols, chains=strands)
    return told._replace(candidates=pairs(board.removals(mask_of(cells), -1)))


def _xz(board: Board, move: Move) -> Step:
    one, other, common = move.found
    x = listing(digits(common))
    if common & (common - 1):
        text = (
            f"neither of {x} can be in both, so one set lacks one of them, the other set the other,"
            " and both hold all their other digits; {result}"
        )
        return _als(board, move, [one, other], text, [])
    z = listing(digits(any_of([gone for _, gone in move.removals])))
    text = (
        f"{x} cannot be in both, as all its places in A and B see each other, and the set without"
        f" it holds all its other digits; so {z} is in A or B; {{result}}"
    )
    return _als(board, move, [one, other], text, [common.bit_length() - 1])


def _xy_wing(board: Board, move: Move) -> Step:
    one, joint, other, x_symbols, y_symbols = move.found
    gone = any_of([gone for _, gone in move.removals])
    x, y = next(
        (x, y) for x in members(x_symbols) for y in members(y_symbols)
        if x != y and gone != 1 << x and gone != 1 << y
    )  # fmt: skip
    z = listing(digits(gone))
    text = (
        f"{x + 1} cannot be in both A and B, nor {y + 1} in both B and C; B lacks at most one of"
        f" them, so A lacks {x + 1} or C lacks {y + 1}, and holds {z} then; {{result}}"
    )
    return _als(board, move, [one, joint, other], text, [x, y])


def _xy_chain(board: Board, move: Move) -> Step:
    first, symbol, at, length = move.found
    restricted = Restricted(board)
    path = States(restricted).path(first, symbol, at, length)
    sets = [restricted.sets[first], *(restricted.sets[number] for number, _ in path)]
    links = [lacking for _, lacking in path]
    z = symbol + 1
    letters = "ABCDEF"[: len(sets)]
    lost = [link + 1 for link in links]
    chain = listing(
        f"{letter} lacks {lacking} and holds {holding}"
        for letter, lacking, holding in zip(letters[1:], lost, [*lost[1:], z], strict=True)
    )
    text = (
        f"if A lacks {z}, it holds {lost[0]}, so {chain}; {z} is in A or {letters[-1]}; {{result}}"
    )
    return _als(board, move, sets, text, links)


def _sue_de_coq(board: Board, move: Move) -> Step:
    line, box, core, cells, others = move.found
    whole = core | cells | others
    symbols = any_of([board.candidates[cell] for cell in members(whole)])
    in_line = any_of([board.candidates[cell] for cell in members(cells)])
    in_box = any_of([board.candidates[cell] for cell in members(others)])
    text = (
        f"{named(core)} with {named(cells)} ({slashed(in_line)}) of {housed([line])} and"
        f" {named(others)} ({slashed(in_box)}) of {housed([box])} are {whole.bit_count()} cells"
        f" for {symbols.bit_count()} digits ({listing(digits(symbols))}),"
        " so each digit is in one of them; {result}"
    )
    return step_of_move(board, move, text, (), symbols, (line, box))


def _guess(board: Board, move: Move) -> Step:
    ((_, symbol),) = move.placements
    text = "no other technique applies; in the solution {result}"
    return step_of_move(board, move, text, (), 1 << symbol)


EXPLAINERS: dict[str, Callable[[Board, Move], Step]] = {
    "basic.find_full_house": _single,
    "basic.find_naked_single": _single,
    "basic.find_hidden_single": _single,
    "basic.find_locked_subset": _naked_subset,
    "basic.find_locked_candidates": _locked,
    "basic.find_naked_subset": _naked_subset,
    "basic.find_hidden_subset": _hidden_subset,
    "fish.find_basic_fish": _fish,
    "fish.find_finned_fish": _fish,
    "fish.find_franken_fish": _fish,
    "chains.find_skyscraper": chains.two_pairs,
    "chains.find_two_string_kite": chains.two_pairs,
    "chains.find_turbot_fish": chains.two_pairs,
    "chains.find_empty_rectangle": chains.empty_rectangle,
    "chains.find_w_wing": chains.w_wing,
    "chains.find_wing": _wing,
    "uniqueness.find_bug_plus_1": _bug,
    "uniqueness.find_rectangle": _rectangle,
    "uniqueness.find_avoidable_rectangle_1": _avoidable,
    "uniqueness.find_avoidable_rectangle_2": _avoidable,
    "chains.find_remote_pair": chains.remote_pair,
    "chains.find_simple_colours": chains.simple_colours,
    "chains.find_multi_colours": chains.multi_colours,
    "chains.find_x_chain": chains.x_chain,
    "chains.find_xy_chain": chains.xy_chain,
    "loops.find_nice_loop": chains.nice_loop,
    "almost_locked.find_xz": _xz,
    "almost_locked.find_xy_wing": _xy_wing,
    "almost_locked.find_xy_chain": _xy_chain,
    "almost_locked.find_sue_de_coq": _sue_de_coq,
    "forcing.find_forcing_chain": chains.forcing,
    "forcing.find_forcing_net": chains.forcing,
    "forcing.find_brute_force": _guess,
}
"""The explanations of moves by their finders."""
