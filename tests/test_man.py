"""The manual pages and help texts: generated parts are current, and examples run."""

import importlib
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from sudokutools import formats
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import BLOCK
from sudokutools.checking.facts import FIELDS
from sudokutools.cli.check.verdicts import option_of
from sudokutools.cli.options import manual
from sudokutools.cli.options.option import Option
from sudokutools.masking.plan import DEFAULT_LEVEL, DEFAULT_TRIES
from tests.cli.puzzles import EASY, SEVENTEEN, TWO
from tests.conftest import Shell, sweep
from tests.tables import cases

MAN = Path(__file__).parent.parent / "man"
FILTERS = ("sudoku-gen", "sudoku-mask", "sudoku-solve", "sudoku-check", "sudoku-print")
COMMANDS = (*FILTERS, "sudoku-play")
PAGES = (
    *(f"{command}.1" for command in COMMANDS),
    *("sudoku-grid.5", "sudoku-variants.7", "sudokutools.7"),
)
SECTIONS = {
    "1": "NAME SYNOPSIS DESCRIPTION KEYS EXAMPLES VERDICTS RATINGS_OF_VARIANTS OPTIONS LEVELS"
    " VARIANTS PAGES_TO_PLAY ENVIRONMENT FILES EXIT_STATUS DIAGNOSTICS SEE_ALSO AUTHORS",
    "5": "NAME DESCRIPTION EXAMPLES GEOMETRY FORMATS FORMATS_OF_OTHER_PROGRAMS PASTED_TEXT"
    " CANDIDATES VARIANTS COMMENTS LIMITS TERMINALS SEE_ALSO",
    "6": "NAME SYNOPSIS DESCRIPTION EXAMPLES THE_TABLE RULES SEVERAL_HANDS PRACTICE ODDS"
    " COUNTING_SYSTEMS INDICES STRATEGY_FILES SIMULATION SIDE_BETS"
    " REPLAY ENVIRONMENT EXIT_STATUS DIAGNOSTICS SEE_ALSO",
    "7": "NAME DESCRIPTION EXAMPLES OPTIONS RESUMING CLUSTERS RULES CLUES THE_SPEC OTHER_KINDS"
    " METHODS RATINGS DIAGNOSTICS SEE_ALSO",
}
"""The sections of the pages in order, by section of the manual."""


class Example(NamedTuple):
    """A command line of a page and its output, empty if the page does not show it."""

    line: str
    output: str


def page_text(page: str) -> str:
    return (MAN / page).read_text(encoding="utf-8")


def click_command(name: str) -> click.Command:
    module = importlib.import_module(f"sudokutools.cli.{name.removeprefix('sudoku-')}.command")
    command = module.command
    assert isinstance(command, click.Command)
    return command


def all_options(name: str) -> Iterator[click.Option]:
    """Yield the options of a command and its subcommands."""
    group = click_command(name)
    for command in (group, *getattr(group, "commands", {}).values()):
        with click.Context(command, info_name=name, **group.context_settings) as context:
            yield from (p for p in command.get_params(context) if isinstance(p, click.Option))


def options_of_command(name: str) -> set[str]:
    """Return every option of a command and its subcommands, as typed."""
    return {text for option in all_options(name) for text in (*option.opts, *option.secondary_opts)}


HOMES = {
    "--level": DEFAULT_LEVEL, "--tries": DEFAULT_TRIES, "--session": BLOCK,
    "--max-hands": Rules().max_hands, "--max-ace-hands": Rules().max_ace_hands,
    "--penetration": Rules().penetration,
}  # fmt: skip
"""Defaults that commands apply later than click."""


@pytest.mark.parametrize("command", [*COMMANDS, "blackjack"])
def test_texts_state_the_default_that_applies(command: str) -> None:
    for option in all_options(command):
        text = option.help or ""
        if isinstance(option, Option) and option.home is not None:
            text += manual.text_of(option)
        stated = re.findall(r"[(\[]default:? ([^\s),;\]]+)(?: or more)?[),;\]]", text)
        found = [option.default, getattr(option, "lone", None), HOMES.get(option.opts[-1])]
        applied = {str(value) for value in found if isinstance(value, str | int | float)}
        assert not applied or set(stated) <= applied, option.opts


def options_of_lines(lines: list[str]) -> set[str]:
    """Return every option marked by the macro Fl: `Fl qv` is two, as is `Fl -any | -all`."""
    options = set()
    for line in lines:
        for words in re.findall(r"\bFl (\S+(?: [,|] -\S+)*)", line):
            for word in words.replace(",", " ").replace("|", " ").split():
                options |= {f"-{word}"} if word.startswith("-") else {f"-{c}" for c in word}
    return options


def examples(text: str) -> Iterator[Example]:
    """Yield the examples of a page: `$` and a command line, then its output."""
    for block in re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", text, re.DOTALL | re.MULTILINE):
        plain = block.replace("\\&", "").replace("\\e", "\\")
        for part in re.split(r"^\$ ", plain, flags=re.MULTILINE)[1:]:
            command, output = split_command(part.splitlines(keepends=True))
            yield Example(command, output)


def split_command(lines: list[str]) -> tuple[str, str]:
    """Separate a command line from its output: a pipe, a backslash or << END continues it."""
    count = 1
    if "<< END" in lines[0]:
        count = lines.index("END\n") + 1
    while lines[count - 1].endswith(("|\n", "\\\n")):
        count += 1
    return "".join(lines[:count]), "".join(lines[count:])


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc draws the pages")
@pytest.mark.parametrize("page", [*PAGES, "blackjack.6"])
def test_the_page_fits_a_terminal_and_closes_its_quotes(page: str) -> None:
    ran = subprocess.run(
        ["mandoc", "-T", "utf8", "-O", "width=80", str(MAN / page)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    text = re.sub(r".\x08", "", ran.stdout)
    assert not [line for line in text.expandtabs().splitlines() if len(line) > 80]
    quoted = re.findall(r"\u2018([^\u2019]*)", text)
    assert not [words for words in quoted if "\u2018" in words]
    assert "\u2019\u2019" not in text


@pytest.mark.parametrize("page", manual.PAGES)
def test_the_page_has_the_entries_of_its_options(page: str) -> None:
    text = page_text(page)
    assert manual.updated(page, MAN) == text, "run python -m sudokutools.cli.options.manual"
    lines = text.splitlines()
    described = options_of_lines([line for line in lines if line.startswith(".It Fl")])
    if page == manual.COMMON_PAGE:
        assert {"--seed", "--output", "--resume", "--jobs", "--box"} <= described
        assert described < options_of_command("sudoku-solve")
    else:
        assert described == options_of_command(page.rpartition(".")[0])
    assert options_of_lines(lines) <= described


@cases
def test_marked_text_becomes_mdoc(marked: str, lines: list[str]) -> None:
    assert manual.mdoc(marked).splitlines() == lines


def test_the_page_of_formats_describes_every_format() -> None:
    heads = re.findall(r"^\.Ss (\S+)$", page_text("sudoku-grid.5"), re.MULTILINE)
    assert {entry.name for entry in formats.REGISTRY} <= set(heads)


@pytest.mark.parametrize("page", [*PAGES, "blackjack.6"])
def test_sections_are_in_order(page: str) -> None:
    names = re.findall(r"^\.Sh (.*)$", page_text(page), re.MULTILINE)
    order = SECTIONS[page[-1]].replace("_", "-").split()
    places = [order.index(name.replace(" ", "-")) for name in names]
    assert places == sorted(places)
    wanted = {"NAME", "DESCRIPTION", "EXAMPLES", "SEE ALSO"}
    if page.endswith(".1"):
        wanted |= {"SYNOPSIS", "OPTIONS", "ENVIRONMENT", "EXIT STATUS", "DIAGNOSTICS"}
    assert wanted <= set(names)


@pytest.mark.parametrize("page", PAGES)
def test_pages_that_are_seen_also_exist(page: str) -> None:
    for name, section in re.findall(r"^\.Xr (sudoku[\w-]+) (\d)", page_text(page), re.MULTILINE):
        assert (MAN / f"{name}.{section}").is_file()


def test_mandoc_finds_no_fault() -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        pytest.skip("mandoc is not installed")
    pages = sorted(MAN.glob("*.[1567]"))
    ran = subprocess.run(
        [mandoc, "-T", "lint", "-W", "warning", *pages], capture_output=True, text=True, check=False
    )
    # Examples come early in our pages, which mandoc calls unconventional.
    faults = [line for line in ran.stdout.splitlines() if "conventional order" not in line]
    assert not faults


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff draws the pages")
@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc draws the pages")
@pytest.mark.parametrize("page", [*PAGES, "blackjack.6"])
def test_groff_and_mandoc_print_the_same_words(page: str) -> None:
    def words(*command: str) -> Counter[str]:
        ran = subprocess.run([*command, str(MAN / page)], capture_output=True, check=True)
        plain = re.sub(r".\x08|\x1b\[[0-9;]*m", "", ran.stdout.decode())
        return Counter(re.findall(r"[^\W_]+", re.sub(r"[\u2010-](?:\n\s*)?", "", plain)))

    found = words("groff", "-k", "-mandoc", "-Tutf8", "-P-c", "-rLL=78n")
    expected = words("mandoc", "-T", "utf8", "-O", "width=80")
    names_of_systems = {"BSD", "Debian", "fullwidth", "full", "width"}
    differing = (found - expected) + (expected - found)
    assert not differing.keys() - names_of_systems


@pytest.mark.parametrize("page", [page for page in PAGES if page != "sudoku-play.1"])
def test_examples_of_the_page_run(page: str, shell: Shell) -> None:
    found = list(examples(page_text(page)))
    assert len(found) >= 3
    for example in found:
        ran = shell(f"set -o pipefail; {example.line}", status=None)
        assert ran.status == (1 if "status=bad" in example.output else 0), example.line + ran.err
        assert ran.err == ""
        if example.output:
            assert ran.out == example.output


@pytest.mark.parametrize(
    "left_out", sweep([" --indices hi-lo( --format strategy)?| --rules-cost"], ["nothing"])
)
def test_examples_of_the_page_of_blackjack_run(shell: Shell, left_out: str) -> None:
    text = page_text("blackjack.6")
    lines = re.findall(r"^\.Dl (.*)$", text, re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        # The suggested number of rounds takes 15 seconds.
        short = line.replace("\\e", "\\").replace("-n 1000000000", "-n 1000")
        short = re.sub(left_out, "", short)
        ran = shell(short.replace("--counting", "-n 1000 --counting"), "quit\n")
        assert (ran.out != "" or " > " in line, ran.err) == (True, ""), line


@pytest.mark.parametrize("command", FILTERS)
def test_examples_of_the_help_text_run(command: str, shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(f"{EASY}\n")
    (tmp_path / "puzzles.txt").write_text(f"{EASY}\n{SEVENTEEN}\n")
    (tmp_path / "all.txt").write_text(f"{EASY}\n{SEVENTEEN}\n{TWO}\n")
    epilog = click_command(command).epilog
    assert epilog is not None
    lines = [line.strip() for line in epilog.splitlines() if line.startswith("  ")]
    assert len(lines) == 2
    for line in lines:
        assert command in line
        assert shell(line).err == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_one_sentence_an_option(command: str) -> None:
    for parameter in click_command(command).params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert re.search(r"(\.|\])$", parameter.help), parameter.name
            assert len(parameter.help) <= 80, parameter.name


@pytest.mark.parametrize(
    "words",
    [
        *COMMANDS,
        *(f"blackjack{n}" for n in ("", " play", " odds", " simulate", " replay", " drill")),
    ],
)
def test_help_fits_a_terminal_and_ends_with_two_examples(words: str, shell: Shell) -> None:
    text = shell(f"COLUMNS=200 {words} --help").out
    assert text.startswith(f"Usage: {words} ")
    assert max(map(len, text.splitlines())) <= 80
    assert "<=x" not in text
    assert "x>" not in text
    _, _, examples = text.partition("\n  Examples:\n")
    assert re.fullmatch(r"    \S.*\n    \S.*\n", examples)


@pytest.mark.parametrize("command", FILTERS)
def test_help_has_groups_and_begins_with_what_only_this_command_has(
    command: str, shell: Shell
) -> None:
    text = shell(f"{command} --help").out
    sections = re.split(r"\n([\w ]+):\n", text.partition("\n  Examples:\n")[0])
    groups = {
        title: set(re.findall(r"(?<!\S)--?[\w-]+", section))
        for title, section in zip(sections[1::2], sections[2::2], strict=True)
    }
    own_title = "What to generate" if command == "sudoku-gen" else next(iter(groups))
    titles = [own_title, "Input", "Output", "General"]
    assert list(groups) == [title for title in titles if "gen" not in command or title != "Input"]
    assert set().union(*groups.values()) >= options_of_command(command)
    assert {"--jobs", "--help", "--version", "--verbose"} <= groups["General"]
    has_colour = command != "sudoku-print"
    assert {"--output", "--format", *["--color"] * has_colour} <= groups["Output"]
    own = {"gen": "--size", "mask": "--level", "solve": "--hint", "check": "--filter"}
    own["print"] = "--paper"
    assert own[command.removeprefix("sudoku-")] in groups[own_title]
    assert "Input" not in groups or {"--from", "--size"} <= groups["Input"]


@cases
def test_an_unknown_option_is_pointed_to_another_command_or_option(
    line: str, complaint: str, shell: Shell
) -> None:
    command, option = re.split("[ =]", line)[:2]
    assert shell(line, status=2).err == (
        f"{command}: no such option '{option}': {complaint} (see {command} --help)\n"
    )
    assert "has it" not in shell(f"{command} --nonsense", status=2).err


def test_pages_and_completions_are_installed() -> None:
    project = tomllib.loads((MAN.parent / "pyproject.toml").read_text(encoding="utf-8"))
    targets: dict[str, set[str]] = {
        target: {path.name for glob in globs for path in MAN.parent.glob(glob)}
        for target, globs in project["tool"]["setuptools"]["data-files"].items()
    }
    for page in MAN.iterdir():
        assert page.name in targets[f"share/man/man{page.suffix[1:]}"]
    for command in project["project"]["scripts"]:
        assert command in targets["share/bash-completion/completions"]
        assert f"_{command}" in targets["share/zsh/site-functions"]
        assert f"{command}.fish" in targets["share/fish/vendor_completions.d"]


def test_every_field_of_a_verdict_is_documented() -> None:
    section = page_text("sudoku-check.1").partition(".Sh VERDICTS")[2].partition(".Sh ")[0]
    documented = re.findall(r"^\.It Ql (\w+)$", section, re.MULTILINE)
    assert documented == [field.name for field in FIELDS]
    options = {option_of(field.name).split()[0] for field in FIELDS if field.test}
    assert options <= options_of_command("sudoku-check")
