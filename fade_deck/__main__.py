"""`python -m fade_deck`."""

from fade_deck.cli import main

main()
