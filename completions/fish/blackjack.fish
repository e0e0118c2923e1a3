# Completion of blackjack in fish: the command writes the code itself, when it is first completed.
_BLACKJACK_COMPLETE=fish_source blackjack | source
