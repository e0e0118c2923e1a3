"""The command `blackjack`, as it is installed."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from sudokutools._support import core
from tests import forks
from tests.conftest import start
from tests.forks import SECONDS
from tests.tables import cases


class Done(NamedTuple):
    stdout: str
    stderr: str


def blackjack(*args: str, answers: str = "", status: int = 0) -> Done:
    """Run the command with answers on a pipe and check its exit status."""
    found, out, err = forks.run(["blackjack", *args], answers.encode())
    assert found == status, err.decode()
    assert b"Traceback" not in err
    return Done(out.decode(), err.decode())


def test_one_round_from_a_pipe() -> None:
    done = blackjack("--seed", "21", answers="10\nstand\nquit\n")
    assert done.stderr == ""
    assert done.stdout.startswith("BLACKJACK\n  Get closer to 21 than the dealer")
    shown = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    assert done.stdout.endswith(shown)


def test_play_is_the_default_command() -> None:
    plain = blackjack("--seed", "21", answers="10\ns\n")
    assert plain.stdout == blackjack("play", "--seed", "21", answers="10\ns\n").stdout


def test_words_letters_case_and_blanks_are_alike() -> None:
    one = blackjack("--seed", "21", answers="10\nh\nq\n").stdout
    other = blackjack("--seed", "21", answers=" 10.00 \r\n HIT\r\nQuit").stdout
    strip = [line.split("?")[0] for line in one.splitlines()]
    assert strip == [line.split("?")[0] for line in other.splitlines()]


@pytest.mark.parametrize("end", ["", "q\n", "QUIT\n"])
def test_the_end_of_input_and_quitting_in_mid_hand_stand_and_settle(end: str) -> None:
    args = ["--player", "North", "--player", "South", "--seed", "21"]
    out = blackjack(*args, answers=f"10\n20\n{end}").stdout
    _, reported, rest = out.partition("The game ends; all open hands stand.\n")
    assert reported
    assert [line.split("  ")[-1] for line in rest.splitlines()[:2]] == ["stands", "stands"]
    assert "Totals after 1 round" in rest


@pytest.mark.parametrize("answers", ["", "\n", "x", "0\n", "q\n", "\0\0\0", "9" * 5000 + "\nq\n"])
def test_no_input_ends_in_more_than_totals(answers: str) -> None:
    assert "Totals after " in blackjack("--seed", "21", answers=answers).stdout


@pytest.mark.parametrize("answer", ["", "x", "0", "10", "s", "?", "999999", "\xff", "a" * 3000])
def test_an_endless_answer_ends(answer: str) -> None:
    # The shell closes the pipe of `yes` when the game is over.
    command = 'yes "$0" | blackjack --seed 21 2>/dev/null | tail -n 8'
    done = subprocess.run(["sh", "-c", command, answer.encode()], capture_output=True, timeout=60)
    assert b"\nTotals after " in b"\n" + done.stdout


@cases
def test_a_hundred_wrong_answers_end_with_1(first: str, answer: str, message: str) -> None:
    answers = first + 100 * f"{answer}\n"
    done = blackjack("--seed", "21", answers=answers + "10\n" * 9, status=1)
    assert done.stderr.endswith(f"blackjack: {message}\n")
    assert "Totals after " in done.stdout
    one_less = blackjack("--seed", "21", answers=answers[: answers.rindex("\n", 0, -1) + 1])
    assert "in a row" not in one_less.stderr


@cases
def test_wrong_answers_are_reported_with_their_line(args: str, answers: str, messages: str) -> None:
    done = blackjack(*args.split(), "--seed", "21", answers=answers.replace(" ", "\n"))
    assert done.stderr.replace("blackjack: -:", "") == messages


@cases
def test_what_a_session_shows(args: str, answers: str, shown: list[str]) -> None:
    lines = [answer.removeprefix(".") for answer in answers.split()]
    out = blackjack(*args.split(), "--seed", "21", answers="\n".join([*lines, ""])).stdout
    for text in shown:
        assert out.count(text) == (2 if text == "bet 25\n" else shown.count(text)), text
    assert "split:" not in out
    assert out.isascii() or args != "--ascii"
    rule = "  Rule of thumb for hard 14: stand against 2 to 6, hit against 7 to A.\n"
    assert (rule in out) == ("Values:" in out and core.native() is not None)
    out = blackjack("--seed", "22", "--decks", "2", answers="10\ns\na\ni\n").stdout
    assert "against 7 to A.\n  Because of the cards seen, hit is better here.\n" in out


def test_enter_plays_the_hands_of_the_plan(tmp_path: Path) -> None:
    plan, level, offers = tmp_path / "plan", 0, set()
    plan.write_text("-20 2  # below 0\n0 1\n2 3\n")
    args = ["--decks", "1", "--seed", "8", "--show-count", "--no-insurance"]
    out = blackjack(*args, "--spots", str(plan), answers="\ns\n" * 150).stdout
    for line in out.splitlines():
        if found := re.search(r"Count: .* true (\S+)", line):
            level = int(found[1])
        elif "shuffled" in line:
            level = 0
        elif "[again" in line:
            offers.add((level, line.split("[again")[1].split("]")[0]))
    numbers = {" x1": range(2), " x2": range(-20, 0), " x3": range(2, 20)}
    assert {offer for _, offer in offers} == {*numbers}
    assert all(count in numbers[offer] for count, offer in offers)


@cases
def test_drills_keep_a_record(args: str, answers: str, shown: list[str], tmp_path: Path) -> None:
    words = ["drill", *args.split(), "--seed", "1", "--record", str(tmp_path / "record")]
    out = blackjack(*words, answers=answers.replace(" ", "\n")).stdout
    for text in shown:
        assert out.count(text) == shown.count(text), text
    later = blackjack(*words, answers="q\n").stdout
    assert later.splitlines()[-1] == out.splitlines()[-1]


def read_until(terminal: int, text: str, limit: float = SECONDS) -> str:
    shown = b""
    end = time.monotonic() + limit
    while text.encode() not in shown:
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 65536)
    return shown.decode()


def test_on_a_terminal_a_prompt_waits_for_every_answer() -> None:
    ours, theirs = pty.openpty()
    with start("blackjack", "--seed", "21", stdin=theirs, stdout=theirs) as game:
        os.close(theirs)
        read_until(ours, "Bet? [10] ")
        os.write(ours, b"20\n")
        read_until(ours, "[d]ouble? ")
        os.write(ours, b"s\n")
        read_until(ours, "[again] ")
        game.send_signal(signal.SIGINT)
        assert "Totals after 1 round" in read_until(ours, "--seed 21\r\n")
        assert game.wait() in (130, -signal.SIGINT)
    os.close(ours)


def test_a_log_is_replayed_and_every_wrong_payment_found(tmp_path: Path) -> None:
    log = tmp_path / "log"
    answers = "10\n20\n" + "s\ns\n\n" * 6
    args = ["--player", "A", "--player", "B", "--seed", "3", "--log", str(log)]
    played = blackjack(*args, answers=answers).stdout
    *rounds, summary = [json.loads(line) for line in log.read_text().splitlines()]
    assert [tally["rounds"] for tally in summary["summary"]] == 2 * [len(rounds)]
    assert [data["round"] for data in rounds] == list(range(1, len(rounds) + 1))
    assert not any("ev" in entry for data in rounds for entry in data["answers"])
    replayed = blackjack("replay", str(log)).stdout
    assert f"{len(rounds)} rounds, 0 with wrong payments\n" in replayed

    def results(text: str) -> list[str]:
        lines = text[: text.find("Totals")].splitlines()
        return [line.split("net")[0] for line in lines if " lost  " in line or " won  " in line]

    assert results(played) == results(replayed)
    lines = log.read_bytes()
    log.write_bytes(b"\xef\xbb\xbf" + lines.replace(b"\n", b"\r\n"))  # As by Windows.
    assert blackjack("replay", str(log)).stdout == replayed
    summary["summary"][1]["net"] += 1
    log.write_text("".join(json.dumps(data) + "\n" for data in [*rounds, summary]))
    done = blackjack("replay", str(log), status=1)
    assert f"blackjack: {log}:{len(rounds) + 1}: B: net in the summary is " in done.stderr
    payment = rounds[1]["payments"][0]["hands"][0]
    payment["profit"] += 1
    log.write_text("".join(json.dumps(data) + "\n" for data in rounds))
    done = blackjack("replay", str(log), status=1)
    assert f"blackjack: {log}:2: A.1: " in done.stderr
    one = tmp_path / "one"
    one.write_text(json.dumps(rounds[0]) + "\n")
    assert blackjack("replay", str(one)).stdout.endswith("\n1 round, 0 with wrong payments\n")
    blackjack(*args, answers="q\n")
    log.write_text("{}\nno\n[1]\n" + log.read_text())
    done = blackjack("replay", str(log), status=2)
    assert done.stderr.count("\n") == 4


def test_bankrolls_are_kept_and_the_file_is_locked(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    args = ["--seed", "21", "--bankroll-file", str(bank), "--player", "A"]
    blackjack(*args, answers="10\ns\nq\n")
    assert bank.read_text() == "A\t990\n"
    assert "A has 990. Bet?" in blackjack(*args, answers="q\n").stdout
    blackjack(*args[:4], "--player", "B", answers="12.50\ns\nq\n")
    assert bank.read_text() == "A\t990\nB\t987.50\n"
    with start("blackjack", *args) as first:
        assert first.stdout is not None
        first.stdout.read(1)  # It has the lock once it asks.
        assert "in use by another session" in blackjack(*args, status=2).stderr
        first.communicate(b"q\n")
    bank.write_text("rubbish")
    assert "bank: line 1: expected NAME<TAB>AMOUNT" in blackjack(*args, status=2).stderr
    assert os.listdir(tmp_path) == ["bank"]


def test_a_bankroll_file_and_a_stake_of_its_own(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    bank.write_text("A\t12\n")
    args = ["--bankroll-file", str(bank), "--player", "A:500", "--player", "B:500"]
    out = blackjack(*args, "--seed", "31", answers="12\n10\ny\nq\n").stdout
    assert "A has 12. Bet?" in out
    assert "B has 500. Bet?" in out
    assert "A buys in and has 500." in out


@pytest.mark.parametrize(("penetration", "printed"), [("0", 0), ("0.001", 0), ("0.05", 1)])
def test_a_shuffle_before_every_round_is_no_news(penetration: str, printed: int) -> None:
    args = ["--decks", "1", "--seed", "5", "--penetration", penetration]
    out = blackjack(*args, answers="10\ns\n\n").stdout
    assert out.count("Round ") == 2
    assert out.count("The cut card has been reached; the shoe is shuffled.") == printed


def test_control_characters_never_reach_the_terminal() -> None:
    out = blackjack("--seed", "\x1b[31m\n", answers="10\ns\n").stdout
    assert out.replace("\n", "").isprintable()
    assert out.endswith("--seed $'\\033\\13331m\\012'\n")


def test_advice_shows_what_every_action_is_worth_and_what_a_mistake_cost() -> None:
    out = blackjack("--seed", "21", "--advice", answers="10\ns\nq\n").stdout
    lines = out[out.index("Round 1") :].splitlines()
    assert lines[4].startswith("  Dealer: 17 ")
    assert lines[5] == "Player 4♠ 10♣ (14) against K:"
    assert lines[6].startswith("  [h]it -0.")
    assert "hit was better by 0." in lines[7]
    # Who knows another player's cards knows more than the full shoe.
    two = ["--seed", "21", "--player", "A", "--player", "B"]
    shoe, basic = (
        blackjack(*two, f"--advice={source}", answers="10\n10\ns\ns\nq\n").stdout
        for source in ("shoe", "basic")
    )
    assert shoe != basic


@pytest.mark.parametrize("option", ["--log-values", "--advice", "--coach", "--coach=indices"])
def test_values_in_the_log(option: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    blackjack("--seed", "21", option, "--log", str(log), answers="10\nh\n")
    data = json.loads(log.read_text().splitlines()[0])
    assert data["values"] == "shoe"
    assert all("ev" in entry for entry in data["answers"])
    assert "0 with wrong payments" in blackjack("replay", str(log)).stdout


def test_the_seed_is_shown_at_the_end_and_its_hash_at_the_start() -> None:
    done = blackjack("--seed-hash", "-v", answers="10\nq\n")
    *shown, last = done.stdout.splitlines()
    seed = last.split()[-1]
    assert seed not in "\n".join(shown)
    assert f"  Seed hash  {sha256(seed.encode()).hexdigest()}" in shown
    assert done.stderr == f"blackjack: seed {seed}\n"


def test_odds_of_a_hand_and_of_the_rules() -> None:
    hand = json.loads(blackjack("odds", "8,8", "A", "--format", "json").stdout)
    assert (hand["hand"], hand["upcard"], hand["best"]) == ("8,8", "A", "split")
    assert list(hand["ev"]) == ["stand", "hit", "double", "split"]
    house = json.loads(blackjack("odds", "--decks", "6", "--h17", "--format", "json").stdout)
    assert house["ev"]["td"] == pytest.approx(-0.006181, abs=1e-6)
    assert house["chart"]["hard"]["11"]["A"] == "Dh"
    assert sum(house["dealer"]["T"].values()) == pytest.approx(1)
    text = blackjack("odds", "T,2", "4").stdout.splitlines()
    assert text[1] == "hit        -0.210364258   best"
    removed = blackjack("odds", "T,2", "4", "--remove", "5,5,5,6,6", "--format", "tsv").stdout
    assert removed != blackjack("odds", "T,2", "4", "--format", "tsv").stdout


def test_simulation_is_reproducible_and_jobs_change_nothing(tmp_path: Path) -> None:
    args = ["simulate", "-n", "60000", "--seed", "7", "--format", "json"]
    one = blackjack(*args, "--jobs", "1").stdout
    assert one == blackjack(*args, "--jobs", "3").stdout
    data = json.loads(one)
    assert data["rounds"] == 60000
    assert abs(data["mean"] + 0.004) < 4 * data["stderr"]
    chart = tmp_path / "chart"
    blackjack("odds", "--format", "tsv", "-o", str(chart))
    by_file = blackjack(*args, "--strategy", str(chart)).stdout
    assert one == by_file.replace(json.dumps(str(chart)), '"basic"')
    ramp = tmp_path / "ramp"
    ramp.write_text("# true count, bet\n1 2\n2 4\n")
    more = [*args, "--counting", "hi-lo", "--bets", str(ramp), "--players", "2", "--bankroll", "9"]
    counted = json.loads(blackjack(*more).stdout)
    assert counted["mean_bet"] > 1
    assert (counted["sessions"], counted["ruined"]) == (3, 1)
    sessions = ["simulate", "-n", "10000", "--seed", "1", "--bankroll", "5", "--session", "100"]
    assert "of 100 sessions of 100 rounds with 5 bets" in blackjack(*sessions).stdout
    halves = []
    for text, bankroll in (("-20 2\n1 5\n", "18"), ("-20 1 # flat\n1 5/2\n", "9")):
        ramp.write_text(text)
        halves.append(json.loads(blackjack(*more[:-1], bankroll).stdout))
    assert halves[0]["ruined"] == halves[1]["ruined"]
    for name in ("mean", "stderr", "sd_round", "mean_bet"):
        assert halves[0][name] == pytest.approx(2 * halves[1][name])
    assert {row["bet"] for row in halves[1]["counts"]} == {1, 2.5}
    rows = blackjack(*args[:-1], "csv").stdout.splitlines()
    assert rows[:2] == ["key,value", "rounds,60000"]


@cache
def counting_strategy() -> str:
    """Return a strategy with one deviation: 16 against a ten, at a true count of 0."""
    chart = blackjack("odds", "--decks", "1", "--format", "strategy").stdout
    deviating = re.sub(r"(\thard\t16\t.*\t)H(\t\S+)$", r"\1H@0S\2", chart, flags=re.MULTILINE)
    assert deviating != chart
    return f"{deviating}counting\thi-lo\ninsurance\t3\n"


def test_a_strategy_from_a_pipe_with_deviations_and_insurance() -> None:
    strategy = counting_strategy()
    args = ["simulate", "-n", "300000", "--seed", "7", "--bets", "ramp"]
    ran = blackjack(*args, "--strategy", "-", answers=strategy)
    lines = ran.stdout.splitlines()
    assert lines[1] == "strategy - · counting hi-lo · bets ramp"
    assert [line.split()[0] for line in lines[5:10]] == ["bet", "won", "N0", "SCORE", "insured"]
    assert lines[13].startswith("true count, bet, share of the rounds")
    assert ran.stderr == ""
    data = json.loads(
        blackjack(*args, "--strategy", "-", "--format", "json", answers=strategy).stdout
    )
    assert (data["strategy"], data["counting"], data["bets"]) == ("-", "hi-lo", "ramp")
    assert data["sd_round"] == pytest.approx(data["stderr"] * 300000**0.5)
    assert data["score"] == pytest.approx(1e6 * (data["mean"] / data["sd_round"]) ** 2)
    counts = data["counts"]
    assert sum(row["rounds"] for row in counts) == 300000
    assert {row["count"]: row["bet"] for row in counts if -1 <= row["count"] <= 5} == {
        -1: 1, 0: 1, 1: 2, 2: 4, 3: 6, 4: 8, 5: 8
    }  # fmt: skip
    won = sum(row["share"] * row["bet"] * row["mean"] for row in counts)
    assert won == pytest.approx(data["mean"])
    rows = blackjack(*args, "--strategy", "-", "--format", "csv", answers=strategy).stdout
    assert "\nbets,ramp\n" in rows
    assert f"\ncount 4 mean,{next(r['mean'] for r in counts if r['count'] == 4)}\n" in rows


@cases
def test_bets_that_are_refused(bets: str, message: str) -> None:
    args = ("simulate", "--counting", "hi-lo", "--bets", "-")
    assert message in blackjack(*args, answers=bets.replace(";", "\n"), status=2).stderr


@cases
def test_what_can_have_no_effect_is_said(args: list[str], message: str) -> None:
    strategy = counting_strategy() if "--strategy" in args else ""
    ran = blackjack("simulate", "-n", "1000", "--seed", "1", *args, answers=strategy)
    assert message in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


PLOT = ["simulate", "-n", "10000", "--seed", "$\\x$", "--plot"]


def test_a_simulation_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    names = ["one.svg", "two.svg", "one.png"]
    for name in names:
        assert blackjack(*PLOT, str(tmp_path / name)).stdout.startswith("6 decks S17 DAS")
    one, two, png = ((tmp_path / name).read_bytes() for name in names)
    assert one == two
    assert one.endswith(b"</svg>\n")
    for text in (
        b"<svg ",
        b"6 decks S17 DAS 3:2",
        b"bets flat",
        rb"seed $\x$",
        b"won, in bets",
        b"share of the rounds",
    ):
        assert text in one
    assert one.count(b"\nL ") > 500
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert png.endswith(b"IEND\xaeB`\x82")
    nowhere = str(tmp_path / "none" / "one.svg")
    assert blackjack(*PLOT, nowhere, status=2).stderr == (
        f"blackjack: {nowhere}: no such file or directory\n"
    )


def test_a_plot_without_matplotlib_is_one_line_before_the_work(tmp_path: Path) -> None:
    hidden = (
        "import sys; sys.modules['matplotlib'] = None; sys.argv[0] = 'blackjack'\n"
        "from sudokutools.cli.blackjack.command import main; main()"
    )
    plot = tmp_path / "one.svg"
    command = [sys.executable, "-c", hidden, "simulate", "-n", "1000000000000", "--plot", str(plot)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("blackjack: plots require matplotlib; install it with: ")
    assert done.stderr.count("\n") == 1
    assert not plot.exists()


def test_control_c_at_a_pipe_ends_with_the_totals() -> None:
    with start("blackjack", "--seed", "21") as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(b"10\n")
        read_until(game.stdout.fileno(), "[d]ouble? ")
        game.send_signal(signal.SIGINT)
        # The pipe stays open: it is the signal that ends the game.
        shown = read_until(game.stdout.fileno(), "--seed 21\n")
        assert game.wait() in (130, -signal.SIGINT)
        shown += game.stdout.read().decode()
        assert "Totals after " in shown
        assert game.communicate()[1] == b""
