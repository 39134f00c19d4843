"""EPIN, PIN, SIN and QPI in their current texts: a small library for each."""

import re
from typing import NamedTuple


class InvalidToken(ValueError):
    """The string is not a valid token."""


def parts(pattern, token):
    if match := re.fullmatch(pattern, token):
        return match.groups()
    raise InvalidToken(ascii(token[:40]))


name = property(lambda self: self.letter.upper())
side = property(lambda self: "first" if self.letter.isupper() else "second")


class Sin(NamedTuple):
    letter: str
    style, side = name, side

    @classmethod
    def parse(cls, token):
        return cls(*parts("([A-Za-z])", token))

    def __str__(self):
        return self.letter


class Pin(NamedTuple):
    sign: str
    letter: str
    caret: str
    name, side = name, side
    state = property(lambda self: {"": "normal", "+": "enhanced", "-": "diminished"}[self.sign])
    terminal = property(lambda self: self.caret != "")

    @classmethod
    def parse(cls, token):
        return cls(*parts(r"([-+]?)([A-Za-z])(\^?)", token))

    def __str__(self):
        return "".join(self)

    def flip(self):
        return self._replace(letter=self.letter.swapcase())


class Epin(NamedTuple):
    pin: Pin
    is_derived: bool
    is_native = property(lambda self: not self.is_derived)

    @classmethod
    def parse(cls, token):
        return cls(Pin.parse(token[:-1] if token.endswith("'") else token), token.endswith("'"))

    def __str__(self):
        return str(self.pin) + "'" * self.is_derived

    def native(self):
        return self._replace(is_derived=False)

    def derive(self):
        return self._replace(is_derived=True)


class Qpi(NamedTuple):
    sin: Sin
    pin: Pin
    is_native = property(lambda self: self.sin.side == self.pin.side)

    @classmethod
    def parse(cls, token):
        style, _, piece = token.partition(":")
        return cls(Sin.parse(style), Pin.parse(piece))

    def __str__(self):
        return f"{self.sin}:{self.pin}"

    def native(self):
        return self if self.is_native else self._replace(pin=self.pin.flip())

    def derive(self):
        return self._replace(pin=self.pin.flip()) if self.is_native else self
