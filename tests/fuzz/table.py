"""Blackjack by any rules with any answers.

The bytes choose rules and players, then answers. Rounds are played at the table itself: its
questions, the draws, every cent and every card follow plain rules. A session of the command ends;
its log is proved by the project's own proof; q ends it at any question, with the same output until
then.
"""

import json
from typing import Any

from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.game import EARLY, Round
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.proof import Proof
from sudokutools.blackjack.rules import DOUBLES, PRESETS, SPLITS, SURRENDER_UPCARDS, SURRENDERS
from sudokutools.blackjack.shoe import Shoe
from tests.blackjack import Stacked
from tests.fuzz.tools import audit
from tests.fuzz.tools.casino import table_rules
from tests.fuzz.tools.cursor import Cursor
from tests.in_process import Ran, run

NAMES = ("A", "North", "\u6771\u4eac\u306e\u4eba", "e\u0301te\u0301", "W" * 16, "a: b")
STAKES = ("10", "10.01", "25", "1000", "33.33", "123456789")
WORDS = (
    "", "s", "h", "d", "p", "r", "k", "y", "n", "a", "b", "?", "0", "10", "12.5", "10.01", "500",
    "stand", "hit", "x", "-1", "1e9", "again", " S ", "\x1b[31m", "\ufffd", "99999999999999999999",
    "x2", "10x3",
)  # fmt: skip
FACES = (0, 9, 0, 12, 5, 6, 7, 4, 3, 2, 1, 8, 0)
BETS = (1000, 1001, 5, 1, 33333, 100, 0x7FFF)
BANKROLLS = (10**6, 3003, 1001, 50000, 12)
MOST_ROUNDS = 30
MOST_ANSWERS = 150


def rules_of(cursor: Cursor) -> list[str]:
    """Draw options that make rules; together they are possible."""
    words = [f"--rules={cursor.choice(list(PRESETS))}"]
    has_peek = cursor.choice((None, True, False))
    single = {
        "decks": ["1", "2", "6", "8", "inf"],
        "double": list(DOUBLES),
        "split": list(SPLITS),
        "surrender": [
            *SURRENDERS,
            *(f"early --surrender-upcards={upcards}" for upcards in SURRENDER_UPCARDS),
        ],
        "max-hands": ["1", "2", "3", "4", "8", "32"],
        "max-ace-hands": ["1", "2", "4", "32"],
        "charlie": ["none", "5", "6", "7"],
        "payout": ["3:2", "6:5", "1:1", "2:1", "7:3"],
        "penetration": ["0", "0.01", "0.5", "0.75", "1"],
    }
    for key, of in single.items():
        words += f"--{key}={cursor.choice(of)}".split() if cursor.chance(3) else []
    for pair in (
        ("h17", "s17"),
        ("das", "no-das"),
        ("double-after-hit", "no-double-after-hit"),
        ("push-22", "no-push-22"),
        ("double-for-less", "no-double-for-less"),
        ("hit-split-aces", "no-hit-split-aces"),
    ):
        words += [f"--{cursor.choice(pair)}"] * cursor.chance(3)
    if has_peek is not None:
        words += ["--peek", "--no-obo"] if has_peek else ["--no-peek"]
    return words


def check(data: bytes) -> None:
    """Play as bytes say; AssertionError: something does not hold."""
    cursor = Cursor(data)
    if not cursor.chance(4):
        rounds(cursor)
        return
    rules = rules_of(cursor)
    try:
        play(cursor, rules)
    except BaseException as error:
        error.add_note(f"{rules}")
        raise


def rounds(cursor: Cursor) -> None:
    """Play rounds at one table until the answers end, and look at each of them."""
    rules = table_rules(cursor)
    shoe = Shoe(rules, str(cursor.byte()))
    cards = audit.Counted(shoe)
    stacked = Stacked(iter(lambda: Card(cursor.choice(FACES), cursor.byte() % 4), None))
    is_stacked = cursor.chance()
    players = [Player(str(seat), cursor.choice(BANKROLLS)) for seat in range(1 + cursor.byte() % 3)]
    for number in range(1, MOST_ROUNDS):
        shoe.begin_round()
        bets = [(player, cursor.choice(BETS)) for player in players]
        spots = 1 + (number % 4 == 0)
        bets = [pair for pair in bets if spots * pair[1] <= pair[0].bankroll for _ in range(spots)]
        if not bets:
            return
        had = {player: player.bankroll for player, _ in bets}
        round_ = Round(rules, stacked if is_stacked else shoe, bets, number)
        try:
            answer(round_, cursor)
            for seat in round_.seats:
                audit.seat_is_right(seat, round_.dealer, rules)
                had[seat.player] += seat.profit
            assert all(player.bankroll == has >= 0 for player, has in had.items())
            audit.dealer_is_right(round_)
            if not is_stacked:
                cards.add(round_)
        except AssertionError as error:
            hands = [
                (hand.bet, list(map(str, hand.cards))) for s in round_.seats for hand in s.hands
            ]
            error.add_note(f"{rules} {shoe.seed} {number} {list(map(str, round_.dealer))} {hands}")
            raise
        if not cursor.left:
            return


def answer(round_: Round, cursor: Cursor) -> None:
    """Answer the questions of a round; AssertionError: a wrong question."""
    rules = round_.rules
    looks = rules.peek and worth_ten_or_ace(round_)
    insured = 0
    while (question := round_.question) is not None:
        insured += not question.actions
        if not question.actions:
            assert round_.upcard.face == 0
            assert 0 < question.limit <= question.seat.bet // 2
            round_.answer(cursor.choice((0, question.limit, question.limit // 2)))
            continue
        if question.actions == EARLY:
            assert looks
            assert rules.surrender == "early"
            assert round_.upcard.face or rules.surrender_upcards == "any"
        else:
            assert not (looks and audit.is_blackjack(round_.dealer)), "the dealer has looked"
            assert set(question.actions) == audit.legal(question, rules, round_.upcard, looks)
        action = cursor.choice(question.actions)
        if action == "double" and question.limit and cursor.chance():
            action += f" {1 + cursor.byte() % question.limit}"
        round_.answer(action)
    owed = [seat for seat in round_.seats if seat.bet > 1]
    assert insured <= len(owed)
    if round_.upcard.face == 0 and all(seat.bet > 1 for seat in round_.seats):
        assert insured >= sum(audit.is_blackjack(seat.hands[0].cards) for seat in owed)


def worth_ten_or_ace(round_: Round) -> bool:
    """Tell whether the dealer may have a blackjack."""
    return audit.worth(round_.dealer[:1])[0] > 9


def play(cursor: Cursor, rules: list[str]) -> None:
    """Play a session, prove its log, count its money, and end it earlier."""
    names = cursor.sample(NAMES, 1 + cursor.randrange(3))
    stakes = [cursor.choice(STAKES) for _ in names]
    words = [f"--player={name}:{stake}" for name, stake in zip(names, stakes, strict=True)]
    words += [f"--seed={cursor.randrange(1000)}", f"--max-bet={cursor.choice(('500', '1000000'))}"]
    words += ["--coach"] * cursor.chance(16) + ["--advice=basic"] * cursor.chance(16)
    words += ["--ascii"] * cursor.chance(4) + ["--spots=2"] * cursor.chance(8)
    logged = ["--log=log", "--bankroll-file=bank"]
    count = min(cursor.left, MOST_ANSWERS)
    answers = [cursor.choice(WORDS) for _ in range(count)]
    values = cursor.chance(32)  # A log has what every action is worth, which takes time.
    words = ["blackjack", *rules, *words, *(logged if values else logged[1:])]
    whole = session(words, answers)
    if values:
        prove(whole.files.get("log", b""))
    money(whole, dict(zip(names, map(cents, stakes), strict=True)))
    cut = cursor.randrange(count + 1)
    ended = session(words, [*answers[:cut], "q"])
    assert whole.out.startswith(ended.out[: common(answers[:cut], whole, ended)])


def session(words: list[str], answers: list[str]) -> Ran:
    """Play, and look whether the session came to its end."""
    ran = run(words, "".join(f"{answer}\n" for answer in answers).encode())
    assert ran.status == (b"in a row; the game ends" in ran.err), ran.err
    assert b"\nTotals after " in ran.out or ran.out.startswith(b"Totals"), ran.out[-500:]
    assert b"To replay these cards" in ran.out.splitlines()[-1], ran.out[-500:]
    return ran


def common(answers: list[str], whole: Ran, ended: Ran) -> int:
    """Return the length of what two sessions have in common for certain: as many questions."""
    if whole.status or ended.status:
        return 0
    place = 0
    for _ in answers:
        place = whole.out.find(b"? ", place) + 2
    return max(0, place - 2)


def prove(log: bytes) -> None:
    proof = Proof()
    for line in log.splitlines():
        replay = proof.read(line + b"\n")
        for _ in replay.steps():
            pass
        assert replay.fault is None, (replay.fault, line)


def cents(text: str) -> int:
    """Return an amount in cents."""
    whole, _, part = text.partition(".")
    return 100 * int(whole) + int(part.ljust(2, "0") if part else 0)


def money(ran: Ran, stakes: dict[str, int]) -> None:
    """Compare the final bankrolls with the initial ones, purchases, winnings and losses."""
    kept = dict(line.split("\t") for line in ran.files.get("bank", b"").decode().splitlines())
    assert all(cents(amount) >= 0 for amount in kept.values())
    if "log" not in ran.files:
        return
    has = dict(stakes)
    for line in ran.files["log"].splitlines():
        data: dict[str, Any] = json.loads(line)
        if "summary" in data:
            continue
        before = {player["name"]: player["bankroll"] for player in data["players"]}
        assert all(before[name] >= has[name] for name in before)  # More if it was bought.
        has |= before
        for payment in data["payments"]:
            won = sum(each["profit"] for each in payment["hands"]) + payment["insurance"]
            assert won == payment["profit"]
            has[payment["name"]] += won
        for payment in data["payments"]:
            assert has[payment["name"]] == payment["bankroll"] >= 0
    for name, amount in kept.items():
        assert cents(amount) >= has[name]
