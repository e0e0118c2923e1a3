"""The log and the money of `blackjack`, as files: what is written when, and what is proved."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from pathlib import Path

from tests.cli.test_blackjack import blackjack
from tests.conftest import start

TWO = ("--player", "North", "--player", "South")
PLAYED = "10\n20\n" + "s\ns\n\n" * 6
STANDING = "10\ns\nq\n"


def log_of(path: Path, *args: str, answers: str = PLAYED) -> list[str]:
    """Play two players into a log and return its lines."""
    blackjack(*TWO, "--log", str(path), *args, answers=answers)
    return path.read_text().splitlines()


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


def test_a_log_that_was_cut_goes_on_with_a_new_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    whole = log_of(log, "--seed", "3")
    log.write_bytes(log.read_bytes()[:-100])
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
        assert done.stderr == f"blackjack: {log}: another session is using it\n"
        first.communicate(STANDING.encode())
    assert len(log.read_text().splitlines()) == 1


def test_a_log_may_be_a_pipe() -> None:
    command = "blackjack --seed 21 --log /dev/fd/3 3>&1 >/dev/null | blackjack replay"
    done = subprocess.run(
        ["sh", "-c", command], input=STANDING, capture_output=True, text=True, timeout=60
    )
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
    done = subprocess.run(
        ["sh", "-c", command], input=answers, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        f"blackjack: {log}: file too large",
    )
    text = log.read_text()
    assert text.startswith(line)
    assert text.endswith("}\n")
    assert "0 with wrong payments" in blackjack("replay", str(log)).stdout


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
    args = ["--seed", "4", "--bankroll-file", str(bank), "--max-bet", "9999999999"]
    amount = 9_999_999_999
    for has in (amount, 10**17 * 10 + 5):
        bank.write_text(f"Player\t{has}.50\nOther\t{'9' * 30}\n")
        blackjack(*args, answers=f"{amount}\ns\nq\n")
        name, kept = bank.read_text().splitlines()[0].split("\t")
        assert name == "Player"
        assert float(kept) != float(f"{has}.50")
        assert f"has {kept}" in blackjack(*args, answers="q\n").stdout
    bank.write_text(f"Player\t{'9' * 50}\n")
    assert "no bankrolls: " in blackjack(*args, status=2).stderr
