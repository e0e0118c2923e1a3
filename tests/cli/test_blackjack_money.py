"""The log and the money of `blackjack`, as files: when they are written, and the proof of logs."""

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sudokutools.blackjack.log import summary_to_json, text_of
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.rules import Rules
from sudokutools.cli.blackjack import display, replay
from sudokutools.cli.blackjack.command import command
from sudokutools.cli.blackjack.console import Console
from sudokutools.cli.blackjack.display import Painter, TableScreen
from sudokutools.cli.blackjack.session import Session
from sudokutools.cli.blackjack.session_files import LONGEST
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import Terminated
from tests import forks, in_process
from tests.blackjack import long_log
from tests.cli.screens import SCREENS, environment, piped
from tests.cli.test_blackjack import blackjack, read_until
from tests.conftest import start

TWO = ("--player", "North", "--player", "South")
PLAYED = "10\n20\n" + "s\ns\n\n" * 6
STANDING = "10\ns\nq\n"


def log_of(path: Path, *args: str, answers: str = PLAYED) -> list[str]:
    """Play two players into a log and return the lines of its rounds."""
    blackjack(*TWO, "--log", str(path), *args, answers=answers)
    return [line for line in path.read_text().splitlines() if '"summary"' not in line]


def in_shell(command: str, answers: str) -> subprocess.CompletedProcess[str]:
    words = ["sh", "-c", command]
    return subprocess.run(words, input=answers, capture_output=True, text=True, timeout=60)


def figures(text: str) -> list[str]:
    """Return the results and totals in a session: all lines with a net or a bankroll."""
    return [line for line in text.splitlines() if re.search(r"\bnet\b|[+-]\d+ +\d+$", line)]


def test_a_replay_shows_the_nets_and_totals_of_the_table(tmp_path: Path) -> None:
    log = tmp_path / "log"
    tables = [
        blackjack(*TWO, "--log", str(log), "--seed", seed, answers=PLAYED).stdout
        for seed in ("3", "4")
    ]
    shown = blackjack("replay", str(log)).stdout
    assert figures(shown) == figures(tables[0]) + figures(tables[1])
    assert len(figures(shown)) > 20
    assert shown.count("Totals after") == 2


@pytest.mark.parametrize("name", SCREENS)
def test_the_log_of_every_screen_is_proved_and_shows_its_hands(name: str, tmp_path: Path) -> None:
    screen, log = SCREENS[name], tmp_path / "log"
    played = piped(screen._replace(args=f"{screen.args} --log {log}"))
    args = [
        word for word in ("--ascii", "--color=always") if word in screen.args.replace(" a", "=a")
    ]
    words = ["blackjack", "replay", *args, str(log)]
    status, out, _ = forks.run(words, env=environment(screen))
    assert status == 0
    reported = re.compile(r"^Dealer  |\bnet\b|[+-]\d+ +\d+$")
    assert [line for line in out.decode().splitlines() if reported.search(line)] == [
        line for line in played.splitlines() if reported.search(line)
    ]


def change(line: str, **values: object) -> str:
    """Return the line of a round with other values, in another spelling."""
    return json.dumps(json.loads(line) | values)


def test_faults_are_reported_with_their_lines_and_counted(tmp_path: Path) -> None:
    log = tmp_path / "log"
    lines = log_of(log, "--seed", "3")
    lines[3] = change(lines[3], position=20)
    lines[4] = change(lines[4], dealer=["9s", "9s"])
    log.write_text("\n".join(lines) + "\nno\n\n")
    done = blackjack("replay", str(log), status=2)
    assert done.stderr == (
        f"blackjack: {log}:4: position is 20, not 19\n"
        f'blackjack: {log}:5: the dealer\'s card 1 is "9s", not "Qh"\n'
        f"blackjack: {log}:8: not a round in JSON\n"
    )
    assert done.stdout.endswith(
        "\n7 rounds, 1 with wrong payments, 1 with other faults, 1 line unreadable\n"
    )
    log.write_text(lines[3] + "\n")
    assert "are missing" in blackjack("replay", str(log), status=1).stderr
    log.write_text(f"{lines[0]:{LONGEST - 1}}\n")
    done = blackjack("replay", str(log), status=1)
    assert done.stderr == f"blackjack: {log}:1: not in the format that the table writes\n"
    assert done.stdout.endswith("\n1 round, 0 with wrong payments, 1 with other faults\n")
    assert blackjack("replay", answers="").stdout == "0 rounds, 0 with wrong payments\n"


def test_a_log_brings_no_control_characters_to_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "log"
    line = log_of(log, "--seed", "\x1b[2J")[0]
    rules = {"double": "\x1b[2J" + "x" * 5000}
    wrong = [
        change(line, rules=json.loads(line)["rules"] | rules),
        change(line, cards=["\x1b[2J"]),
        change(line, answers=[{"action": "\x1b[2J", "insurance": "\x1b[2J"}]),
        change(line, seed="\x1b]0;x"),
    ]
    log.write_text("\n".join([line, *wrong]) + "\n")
    done = blackjack("replay", "--color", "never", str(log), status=2)
    assert done.stderr.count("\n") == 4
    for text in (done.stdout, done.stderr):
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) < 400


def test_replay_shows_its_progress_on_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    rounds = len(log_of(tmp_path / "log"))
    clock = SimpleNamespace(monotonic=count(0, 2).__next__, process_time=lambda: 0.0)
    monkeypatch.setattr("sudokutools.cli.run.progress.time", clock)
    for option, shown in (("--progress", rounds), ("--no-progress", 0)):
        command.main(["replay", "--jobs=1", option, str(tmp_path / "log")], standalone_mode=False)
        reported = re.findall(r"\r(\d+) records?, ", capfd.readouterr().err)
        assert sorted({*map(int, reported)}) == [*range(1, shown + 1)]


def test_replay_in_parts_gives_the_same_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found: list[object] = []
    follows = replay.follows

    def noted(*args: Any) -> object:
        found.append(follows(*args))
        return found[-1]

    monkeypatch.setattr(replay, "follows", noted)
    monkeypatch.setattr(replay, "LINES", 7)
    monkeypatch.setattr(display, "known_house", cache(display.known_house))
    monkeypatch.setattr("sudokutools.cli.run.jobs.SECONDS_ALONE", 1e-9)
    lines: list[str] = []
    for number, rounds in enumerate((6, 6, 6, 20, 6, 6, 6, 6)):
        session = long_log.Session("parts", number)
        lines += session.lines(rounds)
        lines.append(session.transcript.line(summary_to_json(session.players)))
    middle = lines[30].replace('"round":10', '"round":11')
    wrong = lines[24].replace('"bankroll":', '"bankroll":1')
    damaged = [
        lines,
        lines[5:],
        lines[:29] + lines[30:],
        lines + lines,
        [*lines[:30], middle, *lines[31:]],
        [*lines[:24], wrong, *lines[25:]],
        [*lines[:40], "{", *lines[40:]],
    ]
    for log in damaged:
        (tmp_path / "log").write_text("\n".join(log) + "\n")
        found.clear()
        shown = []
        for jobs in ("1", "2"):
            words = ["replay", "--jobs", jobs, str(tmp_path / "log")]
            status = command.main(words, standalone_mode=False)
            shown.append((status, *capfd.readouterr()))
        assert shown[0] == shown[1]
        assert shown[0][0] == (0 if log is lines else 2 if "{" in log else 1)
        assert sum(map(bool, found)) >= (7 if log is lines else 4)


def test_a_log_that_was_cut_goes_on_with_a_new_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    whole = log_of(log, "--seed", "3")
    log.write_text("\n".join(whole)[:-99])
    blackjack("--log", str(log), "--seed", "4", answers=STANDING)
    lines = log.read_text().splitlines()
    assert lines[:6] == whole[:6]
    assert lines[6] == whole[6][:-99]
    done = blackjack("replay", str(log), status=2)
    assert done.stderr == f"blackjack: {log}:7: not a round in JSON\n"
    assert done.stdout.endswith("\n7 rounds, 0 with wrong payments, 1 line unreadable\n")
    log.write_text("\n".join(whole))  # Only the end of the line is missing.
    blackjack("--log", str(log), "--seed", "4", answers=STANDING)
    assert blackjack("replay", str(log)).stdout.endswith("\n8 rounds, 0 with wrong payments\n")


def test_the_end_of_an_earlier_session_cannot_be_cut_off_unseen(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log_of(log, "--seed", "3")
    lines = log_of(log, "--seed", "4")
    log.write_text("\n".join([*lines[:6], *lines[7:]]) + "\n")
    done = blackjack("replay", str(log), status=1)
    assert (
        done.stderr == f"blackjack: {log}:7: this line was not written after the line before it\n"
    )


def test_a_log_is_written_by_one_session_at_a_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with start("blackjack", "--seed", "3", "--log", str(log)) as first:
        assert first.stdout is not None
        first.stdout.read(1)  # It has the lock once it asks.
        done = blackjack("--seed", "4", "--log", str(log), answers="q\n", status=2)
        assert done.stderr == f"blackjack: {log}: in use by another session\n"
        first.communicate(STANDING.encode())
    assert len(log.read_text().splitlines()) == 2


def test_a_log_may_be_a_pipe() -> None:
    command = "blackjack --seed 21 --log /dev/fd/3 3>&1 >/dev/null | blackjack replay"
    done = in_shell(command, STANDING)
    assert done.stdout.endswith("\n1 round, 0 with wrong payments\n")
    assert done.stderr == ""


def test_money_is_saved_though_the_log_cannot_be_written(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    args = ["--seed", "21", "--bankroll-file", str(bank), "--log", "/dev/full"]
    done = blackjack(*args, answers=STANDING, status=2)
    assert done.stderr == "blackjack: /dev/full: no space left on device\n"
    assert bank.read_text() == "Player\t990\n"
    assert re.search(r"^Player .* 990$", done.stdout, re.MULTILINE)


def test_a_line_of_a_log_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    log = tmp_path / "log"
    line = log_of(log, "--seed", "3")[0]
    command = f"ulimit -f 8; trap '' XFSZ; exec blackjack {' '.join(TWO)} --seed 4 --log {log}"
    answers = PLAYED + "s\ns\n\n" * 20
    done = in_shell(command, answers)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        f"blackjack: {log}: file too large",
    )
    text = log.read_text()
    assert text.startswith(line)
    assert text.endswith("}\n")
    assert "0 with wrong payments" in blackjack("replay", str(log)).stdout


def test_bankrolls_that_cannot_be_written_whole_stay_as_they_were(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    kept = "".join(f"Somebody {number}\t100\n" for number in range(200))
    bank.write_text(kept)
    command = f"ulimit -f 1; trap '' XFSZ; exec blackjack --seed 21 --bankroll-file {bank}"
    done = in_shell(command, STANDING)
    assert (done.returncode, done.stderr) == (2, f"blackjack: {bank}: file too large\n")
    assert "Totals after 1 round\n" in done.stdout
    assert bank.read_text() == kept
    assert os.listdir(tmp_path) == ["bank"]


def test_a_bankroll_file_that_cannot_be_replaced_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/null", str(pipe)):
        done = blackjack("--bankroll-file", path, answers=STANDING, status=2)
        assert (done.stdout, done.stderr) == ("", f"blackjack: {path}: not a regular file\n")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    # The new file that is to take its place would have a longer name.
    long = tmp_path / ("x" * 250)
    done = blackjack("--bankroll-file", str(long), answers=STANDING, status=2)
    assert (done.stdout, done.stderr) == ("", f"blackjack: {long}: file name too long\n")


def test_what_was_won_can_be_read_again_however_much_it_is(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    args = ["--seed", "2", "--bankroll-file", str(bank), "--max-bet", "9999999999"]
    for has, then in (("9999999999.99", "19999999998.99"), ("123456789012345678.50", "")):
        bank.write_text(f"Player\t{has}\nOther\t{'9' * 30}\n")
        blackjack(*args, answers="9999999999\ns\nq\n")
        kept = bank.read_text().splitlines()[0].split("\t")[1]
        assert kept == (then or "123456799012345677.50")
        assert f"Player has {kept}. Bet?" in blackjack(*args, answers="q\n").stdout.replace(
            "\n", " "
        )
    bank.write_text(f"Player\t{'9' * 50}\n")
    assert "is too large" in blackjack(*args, status=2).stderr


def test_a_player_who_cannot_bet_is_staked_again(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    kept = "A\t0\nB\t5\nC\t20\nD\t0\n"
    players = [word for name in ("A", "B", "C", "D:70", "E") for word in ("--player", name)]
    args = ["--bankroll-file", str(bank), *players]
    bank.write_text(kept)
    out = blackjack(*args, "--bankroll", "100", answers="q\n").stdout
    assert "A has 100. Bet?" in out
    assert bank.read_text() == "A\t100\nB\t105\nC\t20\nD\t70\nE\t100\n"
    # Players without the option are asked at the table.
    bank.write_text(kept)
    assert "A has 0" in blackjack(*args, answers="q\n").stdout
    assert bank.read_text() == "A\t0\nB\t5\nC\t20\nD\t70\nE\t1000\n"


def test_what_a_player_buys_is_kept_and_proved(tmp_path: Path) -> None:
    bank, log = tmp_path / "bank", tmp_path / "log"
    bank.write_text("North\t0\nSouth\t20\n")
    args = [*TWO, "--seed", "3", "--bankroll-file", str(bank), "--log", str(log)]
    # North buys before the first round and sits it out, South loses all and buys after it.
    done = blackjack(*args, answers="50\n0\n20\ns\n30\nb\n15\n20\nq\n")
    shown = blackjack("replay", str(log)).stdout
    assert figures(shown) == figures(done.stdout)
    assert [line for line in shown.splitlines() if "buys" in line] == [
        "North buys in for 50.",
        "South buys in for 30.",
    ]
    *rounds, _ = [json.loads(line) for line in log.read_text().splitlines()]
    assert [[player["bet"] for player in data["players"]] for data in rounds] == [
        [0, 2000],
        [1500, 2000],
    ]
    kept = [f"{entry['name']}\t{entry['bankroll'] // 100}" for entry in rounds[1]["payments"]]
    assert bank.read_text().splitlines() == kept
    less = json.loads(text_of(rounds[1]))
    less["players"][1]["bought"] -= 1
    log.write_text(f"{text_of(rounds[0])}\n{text_of(less)}\n")
    done = blackjack("replay", str(log), status=1)
    assert "South: bankroll before the round is 3000, not 2999" in done.stderr


class Interrupted(Output):
    """An output that is interrupted by a signal after some lines."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.left = lines
        self.text = ""

    def write(self, text: str | bytes) -> None:
        """Keep a text, or be interrupted."""
        self.left -= 1
        if self.left == 0:
            raise Terminated(signal.SIGINT)
        self.text += str(text)


def interrupted(lines: int) -> tuple[list[Player], list[dict[str, Any]], str]:
    """Play until a number of lines is written; return players, log and screen."""
    rounds: list[dict[str, Any]] = []
    output = Interrupted(lines)
    players = [Player("North", 100_000), Player("South", 100_000)]
    painter = Painter(False, True)
    session = Session(
        Rules(surrender="late"),
        "22",
        players,
        (1000, 50_000),
        Console(output, painter),
        TableScreen(output, painter, players),
        lambda data, _: None if "ended" in data else rounds.append(data),
    )
    with suppress(Terminated):
        session.play()
    return players, rounds, output.text


def test_wherever_it_is_interrupted_money_log_and_totals_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = b"10x2\n20\n" + b"s\ns\ns\n\n" * 5 + b"q\n"
    ends = set()
    for lines in range(1, 200):
        stdin = io.TextIOWrapper(io.BytesIO(answers))
        monkeypatch.setattr(sys, "stdin", stdin)
        players, rounds, text = interrupted(lines)
        for player in players:
            paid = [entry for data in rounds for entry in data["payments"]]
            profits = [entry["profit"] for entry in paid if entry["name"] == player.name]
            assert player.tally.net == sum(profits)
            assert player.tally.rounds == len(rounds)
            assert player.bankroll == 100_000 + player.tally.net
        is_void = "Interrupted: this round is void and its bets are returned." in text
        ends.add((len(rounds), is_void))
    assert {rounds for rounds, _ in ends} >= {0, 1, 2, 3, 4}
    assert {is_void for _, is_void in ends} == {False, True}


def interrupted_game(folder: Path, typed: bytes, *texts: str) -> tuple[str, int]:
    """Press Control-C once the table has shown some texts; return all it shows, and its status."""
    args = ["--seed", "21", "--bankroll-file", str(folder / "bank"), "--log", str(folder / "log")]
    with start("blackjack", *args) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(typed)
        game.stdin.flush()
        shown = ""
        for text in texts:
            if text not in shown.rpartition("Round 2 ")[2]:
                shown += read_until(game.stdout.fileno(), text)
        game.send_signal(signal.SIGINT)
        return shown + game.communicate()[0].decode(), game.returncode


def test_control_c_in_mid_hand_gives_the_bets_back(tmp_path: Path) -> None:
    bank, log = tmp_path / "bank", tmp_path / "log"
    typed = STANDING[:-2].encode() + b"\n50\n"
    shown, status = interrupted_game(tmp_path, typed, "Round 2 ", "[s]tand")
    assert status in (130, -signal.SIGINT)
    reported = "Interrupted: this round is void and its bets are returned.\nTotals after 1 round\n"
    assert f"\n{reported}" in shown
    assert "1 round, 0 with" not in blackjack("replay", str(log)).stdout
    assert shown.partition("Totals")[2].count(" 990\n") == 2  # The bankroll and the lowest one.
    assert bank.read_text() == "Player\t990\n"
    _, void, _ = map(json.loads, log.read_text().splitlines())
    assert void["ended"] == "void"


def test_a_round_is_forfeited_after_an_answer_if_bankrolls_are_kept(tmp_path: Path) -> None:
    bank, log = tmp_path / "bank", tmp_path / "log"
    shown, _ = interrupted_game(tmp_path, b"10\nh\n", "(18) against K")
    reported = "Interrupted: this round is forfeited and its bets are lost.\nTotals after 1 round\n"
    assert reported in shown
    assert bank.read_text() == "Player\t990\n"
    again = blackjack("replay", str(log)).stdout
    assert reported in again
    assert figures(again) == figures(shown)
    log.write_text(log.read_text().replace('"ended":"forfeited"', '"ended":"void"'))
    assert "outcome is" in blackjack("replay", str(log), status=1).stderr


def test_a_session_in_a_process_that_goes_on_lets_its_files_go() -> None:
    words = ["blackjack", "--seed", "21", "--bankroll-file", "bank", "--log", "log"]
    for bank, status in ((b"Player\t1000\n", 0), (b"rubbish", 2)):
        ran = in_process.run(words, STANDING.encode(), {"bank": bank})
        assert ran.status == status, ran.err
        assert ran.files.get("log", b"").count(b"\n") == 2 - status
