r"""Write the entries of options and their exclusions into the manual pages.

    python -m sudokutools.cli.options.manual [FOLDER]

In a page these sections stand between two comments and are replaced:

    .\" begin options: SECTION, ...      of the command of the page, by their titles
    .\" begin options: play: SECTION, ... of one of several commands
    .\" begin exclusions
    .\" begin text: NAME                 a copy of what one page has between `.\" text NAME`
    .\" end                              and `.\" end`

The text of an option is the string below it. Its markup is a part of Markdown:

    *word* literal      `text` quoted        <ARG> argument or file    _word_ emphasis
    [Title] section     page(1) other page   --option, -o option
    - *term*: text      an item of a list    an empty line begins a paragraph
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import click

from sudokutools.cli.options import shared
from sudokutools.cli.options.exclusions import COMMON, Exclusion, Need, Rule, listed
from sudokutools.cli.options.option import Command, Help, Option, Options, Sections
from sudokutools.cli.options.shared import Version

PAGES = {
    "sudoku-gen.1": "gen",
    "sudoku-mask.1": "mask",
    "sudoku-solve.1": "solve",
    "sudoku-check.1": "check",
    "sudoku-print.1": "print",
    "sudoku-play.1": "play",
    "blackjack.6": "blackjack",
    "sudokutools.7": "solve",
}
"""The pages and the modules of their commands."""

COMMON_PAGE = "sudokutools.7"
"""The page that has the texts of shared options; the others have their help texts."""

SHARED = re.compile(r'^\.\\" text ([^\n]*)\n(.*?)^\.\\" end\n', re.DOTALL | re.MULTILINE)
MARKED = re.compile(r'^\.\\" begin ([^\n]*)\n(.*?)^\.\\" end\n', re.DOTALL | re.MULTILINE)
TOKEN = re.compile(
    r"`(?P<Ql>[^`]+)`|\*(?P<Cm>[^*]+)\*|<(?P<Ar>[^>]+)>|(?<!\w)_(?P<Em>\w+)_|\[(?P<Sx>[^]]+)\]"
    r"|(?P<Xr>[a-z][a-z-]*\(\d\))|(?<![\w-])-(?P<Fl>-?[a-z][\w-]*)"
)
"""Marked text; the groups are the macros of mdoc(7)."""

WORD = re.compile(rf"(?:{re.sub('P<[A-Za-z]+>', ':', TOKEN.pattern)}|\S)+")

FEW = 30  # Values are listed with an option up to this many columns, else only in its text.
VALUES = "hodoku|json|1|pdf|svg|html|end|back|only"  # Values of options that rules name.

PREAMBLE = """\
Options that contradict each other or would have no effect are rejected with
exit status 2.
Options about reading input and running the command are always accepted, and
so are default values.
"""


def _line_of(text: str) -> str:
    text = text.replace("\\", "\\e")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def _escape(text: str) -> str:
    is_special = re.fullmatch(r"[A-Z][a-z]|[,:;()?!|]", text)
    return f"\\&{text}" if is_special else _line_of(text)


def _macro(kind: str, text: str) -> str:
    if kind == "Xr":
        return "Xr " + text.replace("(", " ").replace(")", "")
    if kind == "Ar" and ("/" in text or "." in text):
        kind = "Pa"
    return f"{kind} {' '.join(map(_escape, text.split()))}"


def _line(word: str) -> str:
    parts: list[str] = []
    place = 0
    for token in TOKEN.finditer(word):
        before = word[place : token.start()]
        if before == "(" and not parts:
            parts.append("Pq")
        elif before:
            parts += [f"Ns {_escape(before)}" if parts else f"No {_escape(before)}", "Ns"]
        elif parts:
            parts.append("Ns")
        assert token.lastgroup is not None
        parts.append(_macro(token.lastgroup, token[token.lastgroup]))
        place = token.end()
    after = word[place:]
    if parts[0] == "Pq" and after.startswith(")"):
        after = after[1:]
    elif parts[0] == "Pq":
        parts[0] = "No \\&( Ns"
    is_punctuation = re.fullmatch(r"[.,:;)?!]*", after)
    parts += list(after) if is_punctuation else [f"Ns {_escape(after)}"]
    return "." + " ".join(parts)


def _paragraph(text: str) -> Iterator[str]:
    """Yield the lines of a paragraph; a sentence begins on a new one."""
    words: list[str] = []

    def plain() -> Iterator[str]:
        if words:
            lines = textwrap.wrap(" ".join(words), 80, break_on_hyphens=False)
            yield from map(_line_of, lines)
            words.clear()

    for word in WORD.findall(" ".join(text.split())):
        if TOKEN.search(word):
            yield from plain()
            yield _line(word)
        else:
            words.append(word)
            if word.endswith((".", ".)")):
                yield from plain()
    yield from plain()


def mdoc(text: str) -> str:
    lines: list[str] = []
    for block in re.split(r"\n\n+", inspect.cleandoc(text)):
        items = re.findall(r"^- (.*?): (.*?)(?=\n- |\Z)", block, re.DOTALL | re.MULTILINE)
        if items:
            longest = max((re.sub(r"\W*(.*?)\W*", r"\1", term) for term, _ in items), key=len)
            lines.append(f'.Bl -tag -width "{longest}" -compact')
            for term, body in items:
                lines += [f".It {_line(term)[1:]}", *_paragraph(body)]
            lines.append(".El")
        else:
            lines += [*[".Pp"] * bool(lines), *_paragraph(block)]
    return "\n".join(lines) + "\n"


def _argument(option: click.Option) -> str:
    if option.is_flag:
        return ""
    text = option.metavar
    if text is None and isinstance(option.type, click.Choice):
        text = "|".join(option.type.choices)
        if len(text) > FEW:
            return f" Ar {option.opts[-1].strip('-').upper()}"
    if text is None:
        text = option.type.name
    parts = []
    for part in re.findall(r"[A-Z]+(?:\.[a-z]+)?(?![a-z]{2})|[^][|A-Z]+|[][|]", text):
        is_listed = "|" in text or isinstance(option.type, click.Choice)
        is_word = (is_listed and part[0].isalnum()) or part in (".", "_")
        kind = "Ar" if part[0].isupper() else "Cm" if is_word else "No"
        parts.append({"[": "Oo", "]": "Oc", "|": "|"}.get(part) or f"{kind} {_escape(part)}")
    macros = " Ns ".join(parts).replace(" Ns | Ns ", " | ").replace("Oo Ns ", "Oo ")
    macros = macros.replace(" Ns Oc", " Oc")
    is_optional = isinstance(option.flag_value, str)
    return f" Ns Oo = Ns {macros} Oc" if is_optional else f" {macros}"


@cache
def _texts(module: str) -> dict[tuple[str, str], str]:
    found = {}
    tree = ast.parse(inspect.getsource(import_module(module)))
    for section in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for node, after in zip(section.body, section.body[1:], strict=False):
            if isinstance(node, ast.Assign) and isinstance(after, ast.Expr):
                (target,) = node.targets
                assert isinstance(target, ast.Name)
                found[section.name, target.id] = ast.literal_eval(after.value)
    return found


def text_of(option: Option) -> str:
    """Return the text of an option for the manual: the string below it, else the help text."""
    home = option.home
    assert home is not None
    return _texts(home.__module__).get((home.__name__, option.name or ""), _help_of(option))


def _help_of(option: Option) -> str:
    helped = re.sub(rf"\b({option.metavar})\b", r"<\1>", option.help or "")
    return re.sub(r"\[(default: .*)\]", r"(\1)", helped)


def _is_shared(option: Option) -> bool:
    return option.home is not None and option.home.__module__ == shared.__name__


def entry(option: Option, is_short: bool = False) -> str:
    """Return the entry of an option, with its help text if it is short."""
    names = [*option.opts, *option.secondary_opts]
    text = _help_of(option) if is_short else text_of(option)
    heads = [f"Fl {name.removeprefix('-')}" for name in names]
    return f".It {' , '.join(heads)}{_argument(option)}\n{mdoc(text)}"


def _commands(module: str) -> dict[str, Sections]:
    """Return the sections of the commands of a module; one without a name is alone."""
    found = import_module(f"sudokutools.cli.{module}.command").command
    if not isinstance(found, click.Group):
        return {"": (*found.sections, Help)}
    members = found.commands.items()
    commands = {name: each.sections for name, each in members if isinstance(each, Command)}
    return commands | {"play": (*commands["play"], Help, Version)}


def _title(section: type[Options]) -> str:
    return section.section or section.group


def _entries(sections: Sections, titles: Sequence[str], is_common: bool) -> str:
    found = [s for s in sections if _title(s) in titles]
    assert {_title(section) for section in found} == set(titles), titles
    options = [each for section in found for each in section.parameters().values()]
    return "".join(
        entry(each, is_short=_is_shared(each) and not is_common)
        for each in options
        if isinstance(each, Option) and (_is_shared(each) or not is_common)
    )


def excluded(rule: Rule) -> str:
    because = f": {rule.reason}" if rule.reason else ""
    if isinstance(rule, Need):
        text = f"{rule.option} without {listed(rule.one_of, 'or')}"
    elif isinstance(rule, Exclusion) and rule.second:
        text = f"{listed(rule.first, 'or')} with {listed(rule.second, 'or')}"
        text += f", unless with {listed(rule.unless, 'or')}" if rule.unless else ""
    elif isinstance(rule, Exclusion):
        text = f"More than one of {listed(rule.first, 'and')}"
    else:
        text = "Formats"
    return re.sub(rf"(--[\w-]+) ({VALUES})\b", r"\1 *\2*", f"{text}{because}.")


def _exclusions(module: str) -> str:
    rules = import_module(f"sudokutools.cli.{module}.options").EXCLUSIONS
    items = "".join(f".It\n{mdoc(excluded(rule))}" for rule in (*COMMON, *rules))
    return f"{PREAMBLE}.Bl -dash -compact\n{items}.El\n"


def updated(page: str, folder: Path) -> str:
    module = PAGES[page]
    commands = _commands(module)
    texts = [(folder / name).read_text(encoding="utf-8") for name in PAGES]
    copies = {found[1]: found[2] for text in texts for found in SHARED.finditer(text)}

    def generated(found: re.Match[str]) -> str:
        kind, _, titles = found[1].partition(": ")
        if kind == "exclusions":
            new = _exclusions(module)
        elif kind == "text":
            new = copies[titles]
        else:
            command, _, titles = titles.rpartition(": ")
            new = _entries(commands[command], titles.split(", "), page == COMMON_PAGE)
        own = page.rpartition(".")[0]
        new = re.sub(rf"\nof\n\.Xr {own} \d( [.,;])?\n", r"\1\n", new)
        return f'.\\" begin {found[1]}\n{new}.\\" end\n'

    return MARKED.sub(generated, texts[list(PAGES).index(page)])


def main(folder: Path) -> None:
    for page in PAGES:
        (folder / page).write_text(updated(page, folder), encoding="utf-8")


if __name__ == "__main__":
    main(Path(*sys.argv[1:2] or ["man"]))
