"""Blackjack without input and output: cards, hands, rules and the table."""
