"""`blackjack`: its commands and their options, the table on the terminal, reports."""
