"""Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.

    >>> king = parse("+K^'")
    >>> king.name, king.side, king.state, king.is_terminal, king.is_derived
    ('K', 'first', 'enhanced', True, True)
    >>> str(king.native().flip())
    '+k^'
    >>> is_valid("K^", edition="1.0.0-initial")
    False

The adapter beside this file wraps this library.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__version__ = "1.0.0"

# The text with the terminal marker ^, and the first one, without it.
EDITIONS = ("1.0.0", "1.0.0-initial")

# \Z and not $, which in Python also matches in front of a final line feed.
_CURRENT = re.compile(rb"[-+]?[A-Za-z]\^?'?\Z")
_INITIAL = re.compile(rb"[-+]?[A-Za-z]'?\Z")
_GRAMMARS = dict(zip(EDITIONS, (_CURRENT, _INITIAL)))

_NAMES = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_SIDES = ("first", "second")
_MODIFIERS = {"normal": "", "enhanced": "+", "diminished": "-"}
_STATES = {"+": "enhanced", "-": "diminished"}


class InvalidToken(ValueError):
    """What `parse` raises for everything that is not a token of the edition.

    Its arguments are the token and the edition.
    """

    # Built on demand: most callers need no message.
    def __str__(self) -> str:
        token, edition = self.args
        shown = repr(token[:40]) + ("..." if len(token) > 40 else "")
        return f"{shown} is not a token of EPIN {edition}"


@dataclass(frozen=True, init=False)
class Identifier:
    """A piece as EPIN describes it; two are equal when their strings are.

    name is the Piece Name, "A" to "Z"; side is "first" or "second"; state is
    "normal", "enhanced" or "diminished".

    The initial edition has no terminal pieces: what is parsed by it is never
    terminal, and an identifier marked as terminal is one of the later edition.
    """

    name: str
    side: str
    state: str
    is_terminal: bool
    is_derived: bool

    def __init__(
        self,
        name: str,
        side: str = "first",
        state: str = "normal",
        is_terminal: bool = False,
        is_derived: bool = False,
    ) -> None:
        if name not in _NAMES:
            raise ValueError(f"name must be a letter from 'A' to 'Z', not {name!r}")
        if side not in _SIDES:
            raise ValueError(f"side must be 'first' or 'second', not {side!r}")
        if state not in _MODIFIERS:
            raise ValueError(f"state must be 'normal', 'enhanced' or 'diminished', not {state!r}")
        # The fields of a frozen class cannot be assigned.
        vars(self).update(
            name=name, side=side, state=state, is_terminal=is_terminal, is_derived=is_derived
        )

    def __str__(self) -> str:
        return self.pin + ("'" if self.is_derived else "")

    @property
    def pin(self) -> str:
        """The PIN token: this one without its derivation marker."""
        letter = self.name if self.side == "first" else self.name.lower()
        return _MODIFIERS[self.state] + letter + ("^" if self.is_terminal else "")

    @property
    def is_native(self) -> bool:
        return not self.is_derived

    def native(self) -> Identifier:
        """A copy with Style status native."""
        return Identifier(self.name, self.side, self.state, self.is_terminal, False)

    def derive(self) -> Identifier:
        """A copy with Style status derived."""
        return Identifier(self.name, self.side, self.state, self.is_terminal, True)

    def flip(self) -> Identifier:
        """A copy on the other side."""
        other = "second" if self.side == "first" else "first"
        return Identifier(self.name, other, self.state, self.is_terminal, self.is_derived)

    def enhance(self) -> Identifier:
        """A copy in the state enhanced."""
        return Identifier(self.name, self.side, "enhanced", self.is_terminal, self.is_derived)

    def diminish(self) -> Identifier:
        """A copy in the state diminished."""
        return Identifier(self.name, self.side, "diminished", self.is_terminal, self.is_derived)

    def normalize(self) -> Identifier:
        """A copy in the state normal."""
        return Identifier(self.name, self.side, "normal", self.is_terminal, self.is_derived)

    def mark(self) -> Identifier:
        """A copy that is terminal."""
        return Identifier(self.name, self.side, self.state, True, self.is_derived)

    def unmark(self) -> Identifier:
        """A copy that is not terminal."""
        return Identifier(self.name, self.side, self.state, False, self.is_derived)


def parse(token: str | bytes, edition: str = EDITIONS[0]) -> Identifier:
    """Read a token, whose bytes need not be text.

    Raises InvalidToken for a string that is not a valid token of the edition, and
    ValueError for an edition that is not one of EDITIONS.
    """
    if not is_valid(token, edition):
        raise InvalidToken(token, edition)
    text = token if isinstance(token, str) else token.decode("ascii")
    letter = text[1] if text[0] in _STATES else text[0]
    return Identifier(
        name=letter.upper(),
        side="first" if letter.isupper() else "second",
        state=_STATES.get(text[0], "normal"),
        is_terminal="^" in text,
        is_derived="'" in text,
    )


def is_valid(token: str | bytes, edition: str = EDITIONS[0]) -> bool:
    """Return whether `parse` accepts the token.

    Raises ValueError for an edition that is not one of EDITIONS.
    """
    grammar = _GRAMMARS.get(edition)
    if grammar is None:
        raise ValueError(f"edition must be one of {', '.join(EDITIONS)}, not {edition!r}")
    if isinstance(token, str):
        token = token.encode("utf-8", "surrogatepass")
    return grammar.match(token) is not None
