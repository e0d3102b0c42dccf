"""`--show-completion` and `--install-completion`: scripts by which a shell asks fade-deck for words at TAB.

All of them ask in the same way, one word a line, and quote what they put on the command line (zsh and fish do so by
themselves): a card's name may hold anything.
"""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote

from fade_deck.cli._shared import emit, say
from fade_deck.errors import UsageError
from fade_deck.files import write_atomically

_BASH = r"""_fade_deck_complete() {
    local IFS=$'\n' found
    COMPREPLY=()
    while read -r found; do
        case ${COMP_WORDS[COMP_CWORD]} in
            \"*)
                found=${found//\\/\\\\}
                found=${found//\"/\\\"}
                found=${found//\$/\\\$}
                found=${found//\`/\\\`}
                ;;
            \'*) found=${found//\'/\'\\\'\'} ;;
            *) printf -v found %q "$found" ;;
        esac
        COMPREPLY+=("$found")
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _FADE_DECK_COMPLETE=complete_bash \
        fade-deck 2>/dev/null)
}
complete -o default -F _fade_deck_complete fade-deck
"""
_ZSH = r"""#compdef fade-deck
_fade_deck() {
    local -a found
    found=("${(@f)$(COMP_WORDS="${(F)words}" COMP_CWORD=$((CURRENT - 1)) \
        _FADE_DECK_COMPLETE=complete_bash fade-deck 2>/dev/null)}")
    found=("${(@)found:#}")
    if (( $#found )); then
        compadd -U -a found
    else
        _files
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _fade_deck "$@"
else
    compdef _fade_deck fade-deck
fi
"""
_FISH = r"""function __fade_deck_complete
    set -l words (string escape -- (commandline -opc)) (commandline -ct)
    set -lx COMP_CWORD (math (count $words) - 1)
    set -lx COMP_WORDS (string join \n -- $words | string collect)
    set -lx _FADE_DECK_COMPLETE complete_bash
    fade-deck 2>/dev/null
end
complete -c fade-deck -a '(__fade_deck_complete)'
"""
AUTO = "auto"
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
_RC = {"bash": ".bashrc", "zsh": ".zshrc"}
_FISH_FILE = ".config/fish/completions/fade-deck.fish"


def _shell(chosen: str) -> str:
    """The shell that was named, or the user's own."""
    if chosen == AUTO:
        chosen = Path(os.environ.get("SHELL", "")).name
    if chosen not in SCRIPTS:
        raise UsageError(f"no completion for the shell `{chosen}`", hint=f"name one: {', '.join(SCRIPTS)}")
    return chosen


def show(chosen: str) -> None:
    """Print the script of a shell."""
    emit(SCRIPTS[_shell(chosen)])


def install(chosen: str) -> None:
    """Put the script where the shell reads it."""
    shell = _shell(chosen)
    try:
        where = _installed(shell, Path.home())
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = f"`fade-deck --show-completion {shell}` prints the script, to be put where you like"
        raise UsageError(f"the completion for {shell} cannot be installed: {reason}", hint=hint) from error
    say(f"completion for {shell} is in {where}; it works in the next shell that you start")


def _installed(shell: str, home: Path) -> Path:
    """Write the script; bash and zsh read it through a line in their start-up file."""
    script = home / (_FISH_FILE if shell == "fish" else f".config/fade-deck/completion.{shell}")
    script.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(script, SCRIPTS[shell].encode())
    if shell in _RC:
        ready = "autoload -Uz compinit && compinit; " if shell == "zsh" else ""
        path = quote(str(script))
        line = f"[ -r {path} ] && {{ {ready}source {path}; }}"
        start = home / _RC[shell]
        known = start.read_bytes() if start.exists() else b""
        if line.encode() not in known:
            with start.open("ab") as file:
                file.write(b"\n" * (not known.endswith(b"\n") and bool(known)) + line.encode() + b"\n")
    return script
