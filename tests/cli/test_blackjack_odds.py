"""`blackjack odds` as a user runs it: hands, all hands at once, what rules are worth."""

import json
from functools import cache

import pytest

from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.house import House
from sudokutools.blackjack.indices import indices
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.strategy import read_strategy
from sudokutools.cli.blackjack import odds_reports
from tests.blackjack import chart_at
from tests.cli.test_blackjack import blackjack


@pytest.mark.parametrize("hand", ["8,8", "88", "8 8"])
def test_hands_as_people_write_them(hand: str) -> None:
    found = json.loads(blackjack("odds", hand, "A", "--format", "json").stdout)
    assert (found["hand"], found["best"]) == ("8,8", "split")
    tens = blackjack("odds", "10k", "7", "--decks", "1", "--remove", "AAAA10q").stdout
    assert tens.startswith("10,K against 7 · 1 deck S17 DAS 3:2, 46 cards\n")
    removed = ("--decks", "1", "--remove", "A,A,A,A,10,Q")
    assert tens == blackjack("odds", "10,K", "7", *removed).stdout


def test_all_hands_say_what_each_one_does() -> None:
    rules = ("--rules", "atlantic-city", "--surrender", "early")
    lines = blackjack("odds", "--all", *rules, "--format", "tsv").stdout.splitlines()
    header = lines[0].split("\t")
    rows = [dict(zip(header, line.split("\t"), strict=True)) for line in lines[1:]]
    assert header[:2] + header[-1:] == ["hand", "upcard", "best"]
    assert len(rows) == 550
    assert sum(float(row["chance"]) for row in rows) == pytest.approx(1)
    for row in rows[::61]:
        one = json.loads(
            blackjack("odds", row["hand"], row["upcard"], *rules, "--format", "json").stdout
        )
        shown = {name: float(row[name]) for name in header[3:-1] if row[name]}
        assert shown == pytest.approx(one["ev"], abs=1e-12)
        assert row["best"] == one["best"]


def test_all_hands_in_every_format() -> None:
    csv = blackjack("odds", "--all", "--format", "csv").stdout
    assert csv.replace(",", "\t") == blackjack("odds", "--all", "--format", "tsv").stdout
    data = json.loads(blackjack("odds", "--all", "--format", "json").stdout)
    by_name = {(row["hand"], row["upcard"]): row for row in data["hands"]}
    assert by_name["T2", "4"]["best"] == "hit"
    assert by_name["AT", "A"]["ev"] == {"stand": 1.5}
    lines = blackjack("odds", "--all").stdout.splitlines()
    assert max(map(len, lines)) <= 79
    at = lines.index(
        "T2             2      3      4      5      6      7      8      9      T      A"
    )
    assert lines[at + 4].split() == ["best", *"HHHSSHHHHH"]


def test_what_each_rule_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_reports, "House", cache(House))
    data = json.loads(odds_reports.cost_report(Rules(decks=1), "json"))
    by_option = {entry["option"]: entry for entry in data["options"]}
    h17 = json.loads(blackjack("odds", "--decks", "1", "--h17", "--format", "json").stdout)
    assert by_option["--h17"]["ev"] == h17["ev"]
    assert by_option["--h17"]["difference"]["cdz"] == h17["ev"]["cdz"] - data["ev"]["cdz"]
    assert by_option["--no-peek --obo"]["difference"]["cdz"] == 0
    assert "--s17" not in by_option
    lines = odds_reports.cost_report(Rules(decks=1), "csv").splitlines()
    assert lines[0] == "option,ev_cdz,ev_td,difference_cdz,difference_td"
    assert lines[1].startswith("--payout 2:1,")


def test_indices_in_every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_reports, "indices", cache(indices))

    def report(form: str) -> str:
        return odds_reports.indices_report(
            Rules(decks=1, surrender="late", max_hands=2), "hi-lo", form, None, None, form == "text"
        )

    data = json.loads(report("json"))
    tsv = [line.split("\t") for line in report("tsv").splitlines()]
    assert tsv[0] == ["section", "hand", "upcard", "below", "from", "count", "exact", "gain"]
    assert tsv[1][:6] == ["insurance", "", "A", "never", "always", "1"]
    assert [row[:6] for row in tsv[2:]] == [
        [str(change[name]) for name in tsv[0][:6]] for change in data["changes"]
    ]
    text = report("text").splitlines()
    assert text[0] == "hi-lo · 1 deck S17 DAS 2 hands LS 3:2"
    assert max(map(len, text)) < 80
    assert len(text) == len(tsv) + 10
    top = odds_reports.indices_report(
        Rules(decks=1, surrender="late", max_hands=2), "hi-lo", "text", None, None, False
    ).splitlines()
    assert top[-1] == f"{len(tsv) - 26} more indices gain less; --all lists them"
    assert set(top[8:33]) < set(text)
    assert top[8].startswith("insurance")
    strategy = read_strategy(report("strategy").splitlines())
    assert (strategy.counting, strategy.insurance) == ("hi-lo", data["insurance"]["count"])
    change = data["changes"][-1]
    place = "pair", RANKS.index(change["hand"][0]), RANKS.index(change["upcard"])
    assert chart_at(strategy, change["count"])[place] == change["from"]
    assert chart_at(strategy, change["count"] - 1)[place] == change["below"]


def test_a_chart_as_a_strategy() -> None:
    text = blackjack("odds", "--decks", "2", "--remove", "5,5", "--format", "strategy").stdout
    assert text.startswith("# 2 decks S17 DAS 3:2, 102 cards\nchart\tsection\thand\t2\t")
    assert len(read_strategy(text.splitlines()).charts) == 1
