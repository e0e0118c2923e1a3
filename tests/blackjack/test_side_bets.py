"""Side bets: published values, brute force on few cards, payments, logs, and results by count."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from json import loads
from math import comb, prod
from typing import Any

import pytest

from sudokutools.blackjack import log
from sudokutools.blackjack.cards import FACES, RANK_OF, Card, parse_card
from sudokutools.blackjack.counting import counting_for
from sudokutools.blackjack.game import Round
from sudokutools.blackjack.player import Player, is_blackjack
from sudokutools.blackjack.report import side_bet
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.side_bets import (
    KINDS,
    SIDE_BETS,
    SideBet,
    Unseen,
    by_ranks,
    chances,
    read_pays,
    value,
)
from sudokutools.blackjack.simulate import DEALS, Runner, SideCount, Simulation, play_in_python
from sudokutools.blackjack.strategy import mimic_dealer
from sudokutools.errors import SudokuError
from tests.blackjack import Stacked
from tests.blackjack.test_proof import faults, seal
from tests.blackjack.test_simulate import needs_core
from tests.tables import cases

LADIES, POKER = SIDE_BETS["lucky-ladies"], SIDE_BETS["21+3-b"]


@cases
def test_the_published_house_edges(name: str, decks: int, edge: str) -> None:
    ev = value(SIDE_BETS[name], Unseen.full(Rules(decks=decks)))[0]
    places = len(edge.partition(".")[2])
    assert f"{-100 * ev:.{places}f}" == edge


@cases
def test_the_published_combinations(name: str, decks: int, hand: str, of: int, n: int) -> None:
    found = chances(SIDE_BETS[name], Unseen.full(Rules(decks=decks)))
    assert found[hand] * of == pytest.approx(n)


def unseen(codes: str) -> tuple[list[Card], Unseen]:
    cards = [parse_card(code) for code in codes.split()]
    counts = tuple(map(cards.count, KINDS))
    return cards, Unseen(counts, tuple(sum(counts[face :: len(FACES)]) for face in range(13)))


FEW = "Qh Qh Qs Ah Ah 9h Kh Ks Th 8c 8c"


@pytest.mark.parametrize("name", [*SIDE_BETS, "mine"])
def test_all_orders_of_few_cards(name: str) -> None:
    pays = ["queens-and-dealer-blackjack 250", "ranked-20 9", "queen-of-hearts 2", "queen 1"]
    bet = read_pays("mine", pays) if name == "mine" else SIDE_BETS[name]
    cards, left = unseen(FEW)
    won: list[int] = []
    for one, up, other, hole in permutations(cards, 4):
        if name != "insurance":
            won.append(bet.result((one, other, up), is_blackjack([up, hole]))[1])
        elif up.rank == 0:
            won.append(2 if hole.rank == 9 else -1)
    mean = sum(won) / len(won)
    variance = sum(each * each for each in won) / len(won) - mean * mean
    assert value(bet, left) == pytest.approx((mean, variance**0.5))


@pytest.mark.parametrize("bet", [LADIES, POKER])
def test_cards_whose_suits_are_unknown_are_averaged(bet: SideBet) -> None:
    cards, left = unseen(f"{FEW} Qd 8h")
    queens = [at for at, card in enumerate(cards) if card.face == 11]
    each = []
    for gone in combinations(queens, 2):
        kept = " ".join(card.code for at, card in enumerate(cards) if at not in gone)
        each.append(value(bet, unseen(kept)[1])[0])
    faces = [*left.faces]
    faces[11] -= 2
    found = value(bet, left._replace(faces=tuple(faces)))[0]
    assert found == pytest.approx(sum(each) / len(each))


@pytest.mark.parametrize("bet", [LADIES, POKER])
def test_values_by_ranks_hold_whatever_ranks_are_gone(bet: SideBet) -> None:
    rules = Rules(decks=2)
    full = Unseen.full(rules)
    left = full._replace(faces=(3, 8, 8, 1, 0, 8, 8, 8, 5, 8, 8, 8, 8))
    counts = (*left.faces[:9], sum(left.faces[9:]))
    tables = [by_ranks(bet, rules, has_blackjack) for has_blackjack in (False, True)]
    mean = 0.0
    for ranks in combinations_with_replacement(range(10), bet.cards):
        drawn = Counter(ranks)
        ways = prod(comb(counts[rank], n) for rank, n in drawn.items())
        kinds = tuple(RANK_OF.index(rank) for rank in ranks)
        lucky = left.blackjack(kinds) if bet == LADIES else 0.0
        means = [table[ranks].mean if ranks in table else -1.0 for table in tables]
        mean += ways / comb(sum(counts), bet.cards) * ((1 - lucky) * means[0] + lucky * means[1])
    assert mean == pytest.approx(value(bet, left)[0])


@cases
def test_pay_tables_that_are_refused(name: str, lines: str, message: str) -> None:
    with pytest.raises(SudokuError, match=message):
        read_pays(name, lines.split(";"))


def play(
    codes: str, bets: Sequence[SideBet], rules: Rules | None = None, bankroll: int = 100_000
) -> Round:
    cards = [parse_card(code) for code in codes.split()]
    players = [(Player("P", bankroll), 1000)]
    return Round(rules or Rules(), Stacked(cards), players, 1, bets, [(500,) * len(bets)])


@cases
def test_side_bets_are_paid_with_the_round(
    codes: str, changes: str, answers: str, outcomes: list[str], profit: int
) -> None:
    """The order of the cards: player, upcard, player, hole card; a stake is 5, a bet 10."""
    no_hole = Rules(peek=False) if changes else Rules()
    round_ = play(codes, (POKER, LADIES), no_hole)
    for answer in answers.split():
        round_.answer(int(answer) if answer.isdigit() else answer)
    seat = round_.seats[0]
    assert round_.question is None
    assert [stake.outcome for stake in seat.stakes] == outcomes
    assert [seat.profit, seat.player.bankroll] == [profit, 100_000 + profit]
    assert seat.player.tally.net == profit
    assert sum(seat.player.tally.sides.values()) == 1000


@pytest.mark.parametrize(("ended", "left"), [("void", 100_000), ("forfeited", 98_000)])
def test_side_bets_of_an_abandoned_round(ended: str, left: int) -> None:
    round_ = play("7h 8h 9h Tc", (POKER, LADIES))
    assert round_.seats[0].player.bankroll == 98_000
    round_.abandon(ended)
    assert round_.seats[0].player.bankroll == left


def lines_of(rounds: int) -> list[str]:
    shoe, player, transcript = Shoe(Rules(), "sides"), Player("P", 100_000), log.Transcript()
    lines = []
    for number in range(1, rounds + 1):
        shoe.begin_round()
        record = log.Record([player], shoe)
        sides = [(500, 0)] if number % 2 else [(0, 100)]
        round_ = Round(Rules(), shoe, [(player, 1000)], number, (POKER, LADIES), sides)
        while round_.question:
            record.give(round_, round_.question.default)
        lines.append(transcript.line(record.to_json(round_)))
    return [*lines, transcript.line(log.summary_to_json([player]))]


@cases
def test_logs_with_side_bets_are_proved(number: int, old: str, new: str, faulty: str) -> None:
    lines = lines_of(20)
    assert not list(faults(lines))
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    data = [loads(line) for line in lines]
    assert faulty in next(message for _, message in faults(seal(data)))


@needs_core
@pytest.mark.parametrize(("decks", "peek", "players"), [(1, True, 3), (0, False, 1), (6, True, 1)])
def test_the_kernel_records_the_same_deals(decks: int, peek: bool, players: int) -> None:
    rules = Rules(decks=decks, peek=peek)
    counting = counting_for("hi-lo", rules)
    ends: dict[str, Any] = {"session": 70, "bankroll": 9, "sides": (SideCount(POKER),)}
    simulation = Simulation(rules, mimic_dealer(rules), players, counting, **ends)
    played = Runner(simulation, "x", 32).play(3, 900)
    found = play_in_python(simulation, "x", 3, 900, 32)
    assert played == found
    assert (len(found.deals), sum(found.deals)) == (DEALS, 900)
    without = Runner(simulation._replace(sides=()), "x", 32).play(3, 900)
    assert (without.results, without.counts) == (played.results, played.counts)


@needs_core
@pytest.mark.parametrize("name", ["21+3-b", "lucky-ladies", "perfect-pairs"])
def test_simulated_side_bets_have_their_exact_values(name: str) -> None:
    rules, rounds = Rules(decks=2, penetration=0), 4_000_000
    simulation = Simulation(rules, mimic_dealer(rules), sides=(SideCount(SIDE_BETS[name]),))
    played = Runner(simulation, "exact").play(0, rounds)
    found = side_bet(simulation, simulation.sides[0], played)
    mean, sd = value(SIDE_BETS[name], Unseen.full(rules))
    assert found["mean"] == pytest.approx(mean, abs=4 * found["stderr"])
    assert found["sd"] == pytest.approx(sd, rel=0.02)
    assert found["stderr"] < sd / rounds**0.5
