"""Piece Identifier Notation (PIN), in both editions: a library for the test of the adapter."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

__version__ = "1.0.0"

_GRAMMARS = {
    "1.0.0": re.compile(rb"([-+]?)([A-Za-z])(\^?)\Z"),
    "1.0.0-initial": re.compile(rb"([-+]?)([A-Za-z])()\Z"),
}
_STATES = {"": "normal", "+": "enhanced", "-": "diminished"}
_SIGNS = {state: sign for sign, state in _STATES.items()}


class InvalidToken(ValueError):
    """The string is not a valid token of the edition."""


@dataclass(frozen=True)
class Identifier:
    """A piece: name "A" to "Z", side "first" or "second", and a state."""

    name: str
    side: str
    state: str
    is_terminal: bool

    def __str__(self) -> str:
        letter = self.name if self.side == "first" else self.name.lower()
        return _SIGNS[self.state] + letter + ("^" if self.is_terminal else "")

    def flip(self) -> Identifier:
        return replace(self, side="second" if self.side == "first" else "first")

    def enhance(self) -> Identifier:
        return replace(self, state="enhanced")

    def diminish(self) -> Identifier:
        return replace(self, state="diminished")

    def normalize(self) -> Identifier:
        return replace(self, state="normal")

    def mark(self) -> Identifier:
        return replace(self, is_terminal=True)

    def unmark(self) -> Identifier:
        return replace(self, is_terminal=False)


def _match(token: str | bytes, edition: str) -> re.Match | None:
    return _GRAMMARS[edition].match(token.encode() if isinstance(token, str) else token)


def is_valid(token: str | bytes, edition: str) -> bool:
    return _match(token, edition) is not None


def parse(token: str | bytes, edition: str) -> Identifier:
    match = _match(token, edition)
    if match is None:
        raise InvalidToken(token[:40])
    sign, letter, caret = (group.decode() for group in match.groups())
    side = "first" if letter.isupper() else "second"
    return Identifier(letter.upper(), side, _STATES[sign], caret == "^")
