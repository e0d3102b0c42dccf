"""Changing decks: a file's bytes -> the same bytes with one thing changed -> the file, replaced whole.

    coding      bytes <-> text, so that what is not changed comes back byte for byte
    store       the file itself: its lock, replacing it, and what `undo` goes back to
    draft       a deck as its text and as what a ruleset makes of it
    names       which card somebody means; nothing is guessed
    zones       the section in which a card belongs
    lines       one card changed in a text deck
    objects     one card changed in a JSON deck
    edits       add, remove, set, move: the whole change, checked before it is handed out
    effect      what a change did to totals and legality
    canonical   a text deck in its canonical form

A change is a function from text to text and knows no files, so that it can be made again on what the file holds by
the time it is locked.
"""
