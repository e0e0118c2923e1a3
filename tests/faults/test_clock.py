"""Time that jumps, and time in which a command is stopped, under `--timeout`."""

import platform
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN, SEVENTEEN_SOLUTION
from tests.conftest import Shell, start

SHIM = Path(__file__).with_name("shifted_clock.c")

JUMPS = [
    pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="nothing is preloaded here"),
    pytest.mark.skipif(sys.maxsize < 1 << 32, reason="the clock has other calls here"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler"),
]


@pytest.fixture(scope="module")
def jumping(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return how a command is begun whose clock of the day jumps by years at every look."""
    shim = tmp_path_factory.mktemp("clock") / "shifted_clock.so"
    options = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(shim)]
    subprocess.run(["cc", *options, str(SHIM)], check=True)
    return f"env LD_PRELOAD={shim} "


class TestJumps:
    """No answer depends on the time of day."""

    pytestmark = JUMPS

    def test_the_clock_jumps(self, shell: Shell, jumping: str) -> None:
        printed = "from time import time; print(abs(time() - time()) > 1e8)"
        assert shell(f"{jumping}{sys.executable} -c '{printed}'").out == "True\n"

    @pytest.mark.parametrize("method", ["propagate", "cdcl", "dlx"])
    def test_no_deadline_has_passed(self, shell: Shell, jumping: str, method: str) -> None:
        line = f"{jumping}sudoku-solve --timeout 3600 --method {method}"
        text = f"{EASY}\n{SEVENTEEN}\n"
        for jobs in (1, 2):
            ran = shell(f"{line} --jobs {jobs}", text)
            assert (ran.out, ran.err) == (f"{EASY_SOLUTION}\n{SEVENTEEN_SOLUTION}\n", "")

    @pytest.mark.parametrize(
        "command", ["sudoku-check --rate", "sudoku-mask --level hard --seed 1"]
    )
    def test_answers_are_the_same(self, shell: Shell, jumping: str, command: str) -> None:
        text = 3 * f"{EASY_SOLUTION}\n" if "mask" in command else f"{EASY}\n{SEVENTEEN}\n"
        line = f"{command} --timeout 3600 --progress"
        assert shell(f"{jumping}{line}", text).out == shell(line, text).out

    def test_a_deadline_passes_in_its_time(self, shell: Shell, jumping: str) -> None:
        line = f"{jumping}sudoku-solve --method backtrack --count --timeout 0.1"
        ran = shell(line, 81 * "." + "\n", status=1)
        assert "undecided after 0.1 s" in ran.err

    def test_resumed_and_simulated(self, shell: Shell, jumping: str) -> None:
        line = "sudoku-gen -n 50 --seed 1 --format line"
        shell(f"{jumping}{line} -o grids --resume && {line} | cmp - grids")
        assert "rounds" in shell(f"{jumping}blackjack simulate -n 1000 --seed 1").out


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing is stopped here")
def test_a_command_that_was_stopped_goes_on() -> None:
    """The time in which it was stopped counts: the record is given up, and the next one is done."""
    words = ["sudoku-solve", "--method", "backtrack", "--count", "--timeout", "1", "--jobs", "1"]
    with start(*words) as process:
        assert process.stdin is not None
        process.stdin.write(f"{EASY}\n{81 * '.'}\n".encode())
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.1)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(f"{EASY}\n".encode())
    assert process.returncode == 1
    assert out.splitlines()[-1] == b"1"
    assert b"undecided after 1 s" in err
