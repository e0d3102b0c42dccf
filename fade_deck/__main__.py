"""`fade-deck` and `python -m fade_deck`."""

import gc


def main() -> None:
    """Run the command line without looking for garbage meanwhile or at the end: a fifth of a short run."""
    gc.set_threshold(100_000)
    from fade_deck.cli import main as run

    try:
        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
