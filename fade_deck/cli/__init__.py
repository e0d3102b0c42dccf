"""The command line: one file per command, and the only place that prints, opens files for writing, and exits.

A command is a module here with `app`, a `typer.Typer`; the module's name is the command's. It is imported when it is
called, so that each pays only for what it uses. Exit codes: 0 legal or done, 1 illegal, 2 usage, ruleset or
configuration, 3 unreadable input, 70 our own bug.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from fade_deck._version import __version__
from fade_deck.errors import FadeDeckError

HELP = """Says whether a card deck is legal, why not, and how to mend it.

Games: F.A.D.E. (two editions), F.A.R.O.E. (players' and Legends' decks), an arena game with 33-card Arsenals, and any
that you describe in a ruleset of your own."""

EPILOG = """Examples:

\b
  fade-deck validate deck.txt
  fade-deck validate decks/ --ruleset faroe --format json
  fade-deck legality deck.txt
  fade-deck explain too-many-copies --ruleset faroe

Exit codes: 0 legal or done, 1 illegal, 2 wrong usage, ruleset or configuration, 3 input that cannot be read, 70 a bug
in fade-deck."""


class _Commands(TyperGroup):
    """The commands, from the files beside this one, each imported only when it is asked for."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        files = sorted(Path(__file__).parent.glob("[a-z]*.py"))
        self.commands = dict.fromkeys((file.stem for file in files), None)  # type: ignore[assignment]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments; the two options about completion may go without a shell's name."""
        if args and args[0] in ("--show-completion", "--install-completion") and len(args) == 1:
            args = [*args, "auto"]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - typer calls it so
        """The command of a name, None if there is none."""
        if cmd_name not in self.commands:
            return None
        command = get_command(import_module(f"fade_deck.cli.{cmd_name}").app)
        command.name = cmd_name
        return command


app = typer.Typer(
    name="fade-deck",
    cls=_Commands,
    help=HELP,
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fade-deck {__version__}")
        raise typer.Exit


def _complete(what: str) -> Any:
    """What `--show-completion` and `--install-completion` do."""

    def act(shell: str | None) -> None:
        if shell is not None:
            getattr(import_module("fade_deck.cli._completion"), what)(shell)
            raise typer.Exit

    return act


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", "-V", is_eager=True, callback=_show_version, help="Show the version.")
    ] = False,
    show: Annotated[
        str | None,
        typer.Option(
            "--show-completion",
            metavar="[SHELL]",
            is_eager=True,
            callback=_complete("show"),
            help="Print the script by which bash, zsh or fish complete names at TAB.",
        ),
    ] = None,
    install: Annotated[
        str | None,
        typer.Option(
            "--install-completion",
            metavar="[SHELL]",
            is_eager=True,
            callback=_complete("install"),
            help="Install that script for your shell.",
        ),
    ] = None,
) -> None:
    pass


def main() -> None:
    """Run the command line; whatever happens ends in a documented exit code and never in a traceback."""
    _mend_streams()
    if "_FADE_DECK_COMPLETE" in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]

        completion_init()
    try:
        app(prog_name="fade-deck")
    except FadeDeckError as error:
        from fade_deck.cli._shared import complain

        complain(error)
        sys.exit(error.exit_code)
    except Exception as error:  # the last resort: 1 would mean "illegal"
        if os.environ.get("FADE_DECK_DEBUG"):
            raise
        from fade_deck.cli._shared import say

        say(f"error: a bug in fade-deck: {type(error).__name__}: {error}")
        say("hint: `FADE_DECK_DEBUG=1` shows where; please report it")
        sys.exit(70)


def _mend_streams() -> None:
    """A stream that is closed swallows what is written; a name that the encoding lacks must not stop the verdict."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
        elif hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")
