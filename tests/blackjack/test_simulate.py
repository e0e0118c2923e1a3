"""The simulator: every engine plays the same cards, means are exact values; strategies as text."""

from ast import literal_eval
from functools import cache
from itertools import accumulate
from math import erfc, sqrt
from statistics import pvariance
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools._support.streams import stream_key
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.counting import LOWEST, counting_for
from sudokutools.blackjack.house import HARD, SOFT, House
from sudokutools.blackjack.indices import indices
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.report import (
    BetPlan,
    optimal_bets,
    ruin_for_ever,
    ruin_within,
    statistics,
)
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import (
    BLOCK,
    COUNTS,
    Block,
    Count,
    RankShoe,
    Runner,
    Simulation,
    Tally,
    play_in_python,
    play_round,
)
from sudokutools.blackjack.strategy import (
    HIT,
    STAND,
    Automaton,
    Strategy,
    by_chart,
    by_strategy,
    exact,
    mimic_dealer,
    never_bust,
    read_strategy,
    write_strategy,
)
from sudokutools.errors import SudokuError
from tests.blackjack import chart_at
from tests.conftest import sweep
from tests.tables import cases, rows_of

needs_core = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def basic(rules: Rules) -> Automaton:
    return by_chart(rules, House(rules).chart)


def splitter(rules: Rules) -> Automaton:
    """Return a strategy that splits, and doubles up to 16, whenever allowed."""
    chart = House(Rules(decks=0, max_hands=2)).chart
    doubled = {place: "Dh" for place in chart if place[1] < 17}
    chart |= doubled | {place: "P" for place in chart if place[0] == "pair"}
    return by_chart(rules, chart)


def counter(rules: Rules) -> Automaton:
    """Return a strategy that depends on the count: by the chart, or from 0 and 2 on wildly."""
    chart, wild = House(rules).chart, House(Rules(decks=0, surrender="late")).chart
    other = House(Rules(decks=1, hit_soft_17=True)).chart
    wild |= {place: "S" for place in wild if place[1] > 13}
    return by_strategy(rules, Strategy(((LOWEST, chart), (0, other), (2, wild))))


HI_LO = counting_for("hi-lo", Rules())


def test_soft_17_is_hit_by_those_who_never_bust() -> None:
    automaton = never_bust(Rules())
    codes = [automaton.actions[automaton.next[0][rank]][9] for rank in (5, 6)]
    assert [code % 8 for code in codes] == [HIT, STAND]


def test_a_pair_that_may_be_neither_surrendered_nor_split_is_played_by_its_total() -> None:
    chart = House(Rules(decks=0)).chart
    chart["pair", 7, 9] = "Rp"
    played = by_chart(Rules(decks=0, max_hands=1), chart)
    assert played.actions[played.next[7][7]][9] % 8 == HIT


RAMP = tuple(max(1, count) for count in range(-20, 21))
STRATEGIES = {
    each.__name__: each for each in (basic, counter, exact, mimic_dealer, never_bust, splitter)
}


@cache
def simulation_of(changes: str, strategy: str, more: str) -> Simulation:
    """Return the simulation of a row, kept as strategies take longer to find than to play."""
    rules, values = Rules(**literal_eval(changes)), literal_eval(more)
    if values.pop("has_ramp", False):
        values["bets"] = RAMP
    if "counting" in values:
        values["counting"] = counting_for(values["counting"], rules)
    if "others" in values:
        values["others"] = STRATEGIES[values["others"]](rules)
    if values.pop("has_spots", False):
        values["spots"] = tuple(1 + (count > 0) + (count > 3) for count in range(-20, 21))
    change = {name: values.pop(name) for name in ("estimate", "rounding") if name in values}
    if change:
        count = values["counting"]
        playing, betting = (point._replace(**change) for point in (count.playing, count.betting))
        values["counting"] = count._replace(playing=playing, betting=betting)
    return Simulation(rules, STRATEGIES[strategy](rules), **values)


def played(simulation: Simulation, seed: str, rounds: int) -> dict[str, Any]:
    return statistics(simulation, Runner(simulation, seed, simulation.session > 0).play(0, rounds))


TABLES = rows_of("blackjack/tables.tsv")
ALONE = [row for row in TABLES if "players" not in row[2] and "spots" not in row[2]]


@needs_core
@pytest.mark.parametrize("rounds", sweep([300], [2500]))
@pytest.mark.parametrize("row", TABLES)
def test_the_kernel_plays_as_the_table_does(row: list[str], rounds: int) -> None:
    simulation = simulation_of(*row)
    twin = play_in_python(simulation, "7", 5, rounds, step=32)
    assert Runner(simulation, "7", step=32).play(5, rounds) == twin


@cache
def plain(simulation: Simulation, step: int, rounds: int) -> Tally:
    """Play with the engine without lanes, from the second block on."""
    core.select("scalar")
    return Runner(simulation, "7", step).play(2, rounds)


@pytest.mark.parametrize("step", [0, 64])
@pytest.mark.parametrize("row", sweep(ALONE[::4], ALONE))
def test_every_core_plays_as_the_plain_engine_does(row: list[str], step: int, variant: str) -> None:
    simulation = simulation_of(*row)
    more = (110 * BLOCK + 5,)  # More blocks than there are lanes.
    for rounds in (1, 40_001, *more * ((step > 0) == (simulation.session > 0))):
        core.select(variant)
        assert Runner(simulation, "7", step).play(2, rounds) == plain(simulation, step, rounds)


@needs_core
def test_parts_put_together_are_the_whole() -> None:
    simulation = Simulation(Rules(), basic(Rules()))
    runner = Runner(simulation, "7")
    whole, pieces = Tally(), Tally()
    whole.add(runner.play(0, 5 * BLOCK + 9))
    for first, rounds in ((0, 2 * BLOCK), (2, 3 * BLOCK), (5, 9)):
        pieces.add(runner.play(first, rounds))
    assert statistics(simulation, whole) == statistics(simulation, pieces)


def test_losing_runs_are_joined_across_blocks() -> None:
    block = Block()
    for other in (
        Block(first_run=1, last_run=3, longest_run=4, rounds=10),
        Block(first_run=5, last_run=5, longest_run=5, rounds=5),
        Block(first_run=2, last_run=0, longest_run=6, rounds=10),
    ):
        block = block.join(other, 0)
    assert (block.longest_run, block.first_run, block.last_run) == (3 + 5 + 2, 1, 0)


RUIN = Simulation(Rules(decks=0), mimic_dealer(Rules(decks=0)), bankroll=90)


@pytest.fixture(scope="module")
def path() -> list[int]:
    """Return the first player's result in each round of three blocks, by the table of the game."""
    won = []
    for block in range(3):
        shoe = RankShoe(RUIN, stream_key("blackjack", "ruin"), block)
        for number in range(BLOCK):
            shoe.begin_round(number == 0)
            won.append(play_round(RUIN, shoe).seats[0].profit // 100)
    return won


@needs_core
@pytest.mark.parametrize("session", [1, 13, BLOCK - 1, BLOCK, BLOCK + 1, 40_000])
def test_ruin_of_sessions_of_any_length(session: int, path: list[int]) -> None:
    simulation = RUIN._replace(session=session, bankroll=90 if session > 13 else 1)
    tally = Tally(simulation.bankroll * simulation.bet)
    runner = Runner(simulation, "ruin", step=BLOCK)
    for first, rounds in ((0, BLOCK), (1, 2 * BLOCK)):
        tally.add(runner.play(first, rounds))
    lows = [
        min(accumulate(path[start : start + session]))
        for start in range(0, len(path) - session + 1, session)
    ]
    assert tally.block.ends == len(lows) > 0
    assert tally.ruined == sum(low <= -simulation.bankroll * simulation.bet for low in lows) > 0


@needs_core
def test_a_block_that_is_very_late_in_a_very_long_session() -> None:
    session = 2**60 + 3
    number = -5 * pow(BLOCK, -1, session) % session  # Five rounds before an end.
    simulation = RUIN._replace(session=session)
    part = Runner(simulation, "late", step=BLOCK).play(number, 10)
    assert part == play_in_python(simulation, "late", number, 10, step=BLOCK)
    assert part.block.ends == 1


# At 2 * 10^7 rounds the standard error is .00026. Every seed is fixed: nothing fails by chance.
@needs_core
@cases
def test_the_mean_is_the_exact_value_of_the_chart(change: dict[str, Any]) -> None:
    rules = Rules(**change, penetration=0)
    house = House(rules)
    data = played(Simulation(rules, by_chart(rules, house.chart)), "exact", 20_000_000)
    assert abs(data["mean"] - house.ev["td"]) < 3 * data["stderr"]
    assert data["stderr"] == pytest.approx(1.15 / 20_000_000**0.5, rel=0.1)


@needs_core
def test_the_cut_card_effect() -> None:
    # Fewer rounds are dealt from shoes that are rich in small cards at the front: in one deck the
    # mean falls by .00122, seven standard errors here.
    means = []
    for penetration in (0.75, 0.0):
        rules = Rules(decks=1, penetration=penetration)
        data = played(Simulation(rules, basic(rules)), "cut", 30_000_000)
        means.append(data["mean"])
    assert means[1] - means[0] == pytest.approx(0.001216, abs=4 * 1.41 * data["stderr"])


@needs_core
@pytest.mark.long
def test_insurance_and_deviations_by_the_count_win() -> None:
    rules = Rules(decks=2)
    found = indices(rules, HI_LO).strategy
    plain = Simulation(rules, basic(rules), counting=HI_LO, bets=RAMP)
    by_count = plain._replace(automaton=by_strategy(rules, found), insurance=found.insurance)
    data = [played(simulation, "count", 12_000_000) for simulation in (plain, by_count)]
    assert data[0]["insured"] == 0 < data[1]["insured"] < 1 / 13
    assert data[1]["won_per_insurance"] > 0
    assert data[1]["mean"] - data[0]["mean"] > 3 * 1.41 * data[1]["stderr"]
    # The more small cards have gone, the better: a true count is worth about half a per cent.
    means = {row["count"]: row["mean"] for row in data[0]["counts"]}
    assert means[4] - means[-4] == pytest.approx(0.04, abs=0.012)


@needs_core
def test_composition_dependent_play_has_its_exact_value() -> None:
    rules = Rules(decks=1, penetration=0)
    mean = played(Simulation(rules, exact(rules)), "exact", 8_000_000)["mean"]
    assert mean == pytest.approx(House(rules).ev["cdz"], abs=0.0012)


@cases
def test_statistics_of_known_results(
    changes: dict[str, Any],
    counts: list[tuple[int, ...]],
    results: dict[int, int],
    won: list[float],
    expected: dict[str, Any],
    at_1: dict[str, Any],
) -> None:
    """`won` are the amounts of a player at the counts 0 and 1, in units of the flat bet."""
    steps: dict[str, Any] = {name: (1,) * 21 + (number,) * 20 for name, number in changes.items()}
    players = steps.pop("players", (1,))[-1]
    simulation = Simulation(Rules(), Automaton(), players, **steps)
    found = [*[Count()] * 20, *(Count(*count) for count in counts)]
    tally = Tally(0, results, (*found, *[Count()] * (COUNTS - len(found))), 0, 0, 11, 1)
    tally.block = Block(rounds=sum(count[0] for count in counts))
    data = statistics(simulation, tally)
    moments = {"mean": sum(won) / len(won), "sd_round": pvariance(won) ** 0.5}
    for name, number in (moments | expected).items():
        assert data[name] == (None if number is None else pytest.approx(number)), name
    assert not at_1 or at_1.items() <= data["counts"][1].items()


@cases
def test_counts_of_estimated_decks(estimate: int, rounding: str, expected: list[int]) -> None:
    point = HI_LO.playing._replace(estimate=estimate, rounding=rounding)
    assert [point.at(-5, 88), point.at(9, 31)] == expected


@needs_core
def test_ruin_at_a_full_table() -> None:
    # Published covariances are .47 to .5: Schlesinger, "Blackjack Attack"; simulated, .488.
    rules = Rules()
    simulation = Simulation(rules, basic(rules), 7, HI_LO, RAMP, session=1024, bankroll=60)
    tally = Runner(simulation, "full", BLOCK).play(0, 40 * BLOCK)
    data = statistics(simulation, tally)
    assert data["ruined"] == pytest.approx(data["ruin_session"], abs=0.05)
    flat = statistics(simulation._replace(bets=(1,) * COUNTS), tally)
    assert flat["covariance"] == pytest.approx(0.488, abs=0.01)


def test_optimal_bets_and_risks_of_ruin() -> None:
    rules = Rules()
    flat = Simulation(rules, basic(rules), counting=HI_LO)
    counts = played(flat, "flat", 2_000_000)["counts"]
    plan = BetPlan(500, 1, 12, 0.05)
    assert plan.kelly == pytest.approx(0.6676, abs=1e-4)
    bets = optimal_bets(plan, counts)
    assert bets[:20] == (1,) * 20
    assert sorted(bets) == list(bets)
    by_count = {row["count"]: row for row in counts}
    at_3 = by_count[3]
    assert bets[23] == round(plan.kelly * 500 * at_3["mean"] / at_3["variance"])
    by_plan = flat._replace(bets=bets, session=1000, bankroll=100)
    data = played(by_plan, "played", 2_000_000)
    assert data["ruined"] == pytest.approx(data["ruin_session"], abs=0.02)
    # Griffin: twice as often as at the end, without an advantage.
    assert ruin_within(0.0, 1.0, 10, 100) == pytest.approx(erfc(1 / sqrt(2)))
    assert ruin_within(0.01, 1.1, 50, 1e9) == pytest.approx(ruin_for_ever(0.01, 1.1, 50))
    assert ruin_within(-5.0, 1.0, 500, 1e6) == ruin_for_ever(-1.0, 1.0, 5) == 1


def test_a_chart_is_read_as_it_is_written() -> None:
    rules = Rules(decks=1)
    chart = House(Rules(decks=0, max_hands=2)).chart
    lines = ["\t".join(("chart", section, hand, *cells)) for section, hand, cells in chart.rows()]
    again = chart_at(read_strategy(lines), 0)
    assert by_chart(rules, again).actions == by_chart(rules, chart).actions


def test_no_strategy_breaks_the_rules() -> None:
    # A chart that always doubles, splits and surrenders, at a table that allows none of it.
    chart = House(Rules(decks=0, max_hands=2)).chart
    for place in chart:
        chart[place] = "P" if place[0] == "pair" else "Dh" if place[1] < 17 else "S"
    rules = Rules(decks=1, max_hands=1, double="10-11", double_after_split=False)
    simulation = Simulation(rules, by_chart(rules, chart))
    play_in_python(simulation, "7", 0, 300)  # The table refuses illegal actions.


TEN_UP = UPCARDS.index(9)


def lines_of(hard_16: str = "H", pair_8: str = "P") -> list[str]:
    """Return a chart that stands but for two hands against a ten."""
    rows = [("hard", str(points)) for points in HARD]
    rows += [("soft", f"A{points - 11}") for points in SOFT]
    rows += [("pair", rank * 2) for rank in RANKS]
    cells = {("hard", "16"): hard_16, ("pair", "88"): pair_8}
    lines = []
    for row in rows:
        words = ["S"] * 10
        words[TEN_UP] = cells.get(row, "S")
        lines.append("\t".join((*row, *words)))
    return lines


def test_deviations_hold_from_their_count_on() -> None:
    strategy = read_strategy(lines_of("Rh@-3H@+0S", "P@5Rp"))
    assert [start for start, _ in strategy.charts] == [LOWEST, -3, 0, 5]
    cells = [chart_at(strategy, count)["hard", 16, 9] for count in (-20, -4, -3, -1, 0, 20)]
    assert cells == ["Rh", "Rh", "H", "H", "S", "S"]
    assert [chart_at(strategy, count)["pair", 7, 9] for count in (4, 5)] == ["P", "Rp"]
    assert strategy.insurance is None


@pytest.mark.parametrize(("word", "expected"), [("never", None), ("always", LOWEST), ("-1", -1)])
def test_insurance(word: str, expected: int | None) -> None:
    strategy = read_strategy([*lines_of(), f"insurance\t{word}", "counting\thi-lo"])
    assert (strategy.insurance, strategy.counting) == (expected, "hi-lo")


def test_a_strategy_is_read_as_it_is_written() -> None:
    strategy = read_strategy([*lines_of("H@0S@12Rs"), "insurance 3", "counting zen"])
    text = write_strategy(strategy)
    again = read_strategy(text.splitlines())
    assert "\tH@0S@12Rs\t" in text
    assert write_strategy(again) == text
    assert (again.insurance, again.counting) == (3, "zen")
    by_blanks = read_strategy(text.replace("\t", "  ").splitlines())
    assert write_strategy(by_blanks) == text


def test_other_lines_are_passed_over() -> None:
    lines = ["6 decks S17", "ev\tcdz\t-0.003", "", *lines_of(), "dealer\tupcard\t17"]
    assert isinstance(read_strategy(lines), Strategy)


@cases
def test_strategies_that_are_refused(old: str, new: str, message: str) -> None:
    text = "\n".join([*lines_of(), "insurance\t0"])
    assert old in text
    with pytest.raises(SudokuError, match=message):
        read_strategy(text.replace(old, new, 1).splitlines())
