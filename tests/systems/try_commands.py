"""Run every command once, on whatever system: `python try_commands.py` after an installation."""

import subprocess
import sys
import tempfile
from pathlib import Path


def run(command: str, *arguments: str, text: str | bytes = b"", status: int = 0) -> str:
    """Run a command and return its output; AssertionError: it ends with another status."""
    script = command.replace("-", "_")  # As the script of an installation begins.
    code = f"from sudokutools.cli.run.start import {script}; {script}()"
    start = [sys.executable, "-c", code, *arguments]
    octets = text.encode() if isinstance(text, str) else text
    done = subprocess.run(start, input=octets, capture_output=True, check=False, timeout=300)
    printed = done.stderr.decode(errors="replace")
    assert done.returncode == status, f"{command} {arguments}: {done.returncode}: {printed}"
    assert "Traceback" not in printed, printed
    return done.stdout.decode()


def try_filters(folder: Path) -> None:
    """Pipe grids through all filters, in jobs and files, too."""
    grids = run("sudoku-gen", "--seed", "1", "--number", "60")
    assert run("sudoku-gen", "--seed", "1", "--number", "60", "--jobs", "2") == grids
    puzzles = run("sudoku-mask", "--seed", "1", text=grids)
    solved = run("sudoku-solve", text=puzzles.replace("\n", "\r\n"))
    assert solved.splitlines() == grids.splitlines()
    assert run("sudoku-check", text=solved).count("status=") == 60
    file = folder / "puzzles.txt"
    file.write_bytes(puzzles.encode())
    run("sudoku-solve", str(file), "-o", str(file))
    assert file.read_bytes() == solved.encode()
    run("sudoku-solve", str(file), "-o", str(file.with_suffix(".new")))
    assert file.with_suffix(".new").read_bytes() == solved.encode()
    run("sudoku-solve", "missing.txt", "-o", str(file), status=2)
    assert file.read_bytes() == solved.encode()
    assert sorted(path.name for path in folder.iterdir()) == ["puzzles.new", "puzzles.txt"]
    kept = folder / "grids.txt"
    for _ in range(2):
        run("sudoku-gen", "--seed", "1", "--number", "60", "--resume", "-o", str(kept))
        assert kept.read_bytes() == grids.encode()
    run("sudoku-solve", text="1" * 81, status=1)
    large = run("sudoku-gen", "--seed", "1", "--box", "4x4", "--number", "12")
    digs = ["--minimal", "--seed", "1", "--jobs", "2"]
    assert run("sudoku-solve", text=run("sudoku-mask", *digs, text=large)) == large


def try_pages(folder: Path) -> None:
    """Print a puzzle as a picture and as a page."""
    puzzle = run("sudoku-mask", "--seed", "1", text=run("sudoku-gen", "--seed", "1"))
    for name, options in {"page.svg": [], "page.html": ["--play"]}.items():
        run("sudoku-print", *options, "-o", str(folder / name), text=puzzle)
        assert (folder / name).read_text(encoding="utf-8").startswith("<")
    assert "begun" in run("sudoku-play", "--stats")


def try_blackjack(folder: Path) -> None:
    """Play at a table that keeps a log and bankrolls, twice; simulate; compute odds."""
    log, bankroll = str(folder / "rounds.log"), folder / "bankrolls.txt"
    table = ["play", "--seed", "1", "--log", log, "--bankroll-file", str(bankroll)]
    for _ in range(2):
        run("blackjack", *table, text="10\ns\ns\ns\nq\nq\n")
    assert b"\t" in bankroll.read_bytes()
    assert b"\r" not in Path(log).read_bytes()
    run("blackjack", "replay", log)
    assert "2000 rounds" in run("blackjack", "simulate", "--rounds", "2000", "--seed", "1")
    run("blackjack", "odds", "T6", "T")


def main() -> None:
    """Try everything in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        for part in (try_filters, try_pages, try_blackjack):
            folder = Path(name, part.__name__)
            folder.mkdir()
            part(folder)
    print("every command works")


if __name__ == "__main__":
    main()
