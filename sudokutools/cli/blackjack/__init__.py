"""`blackjack`: its commands and their options, the table on the terminal, reports."""

from __future__ import annotations

from sudokutools.cli.blackjack.command import command, main

__all__ = ["command", "main"]
