"""An adapter: the few lines between the EPIN conformance runner and a library.

    epin certify -- python3 adapter.py

Only the first part, with the import of epin, depends on epin.py: rewrite it for another
library. The second part turns requests into calls, and results into responses. The third
part reads and writes lines. Both are the same for every library.
"""

from __future__ import annotations

import json
import platform
import sys
import traceback
from typing import Any, BinaryIO, Callable, Iterable, Iterator, Union

import epin

Token = Union[str, bytes]

# 1. The library. Never respond in its place: call it, and report what it did.

IMPLEMENTATION = {
    "name": "epin.py",
    "version": epin.__version__,
    "language": "python " + platform.python_version(),
}

# The editions of the protocol, and what the library calls them. If it has one grammar, keep
# both names and parse without an edition: the runner tests it by the requested edition.
# A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
EDITIONS = {"1.0.0": "1.0.0", "1.0.0-initial": "1.0.0-initial"}

# Remove the operations that your library does not offer: the runner does not request them.
OPS = ["parse", "valid", "apply", "equal", "sweep"]

METHODS = {
    "native": epin.Identifier.native,
    "derive": epin.Identifier.derive,
    "flip": epin.Identifier.flip,
    "enhance": epin.Identifier.enhance,
    "diminish": epin.Identifier.diminish,
    "normalize": epin.Identifier.normalize,
    "mark": epin.Identifier.mark,
    "unmark": epin.Identifier.unmark,
}

# Whether the parser takes bytes as well as str. If it is False, the runner sends only valid
# UTF-8, as str.
BYTES = True


def attributes(identifier: epin.Identifier) -> dict:
    return {
        "token": str(identifier),
        "pin": identifier.pin,
        "native": identifier.is_native,
        "derived": identifier.is_derived,
        "name": identifier.name,
        "side": identifier.side,
        "state": identifier.state,
        "terminal": identifier.is_terminal,
    }


class Library:
    """The calls to epin.py in one edition, one for each operation.

    Only the parser may reject a token by raising, so only the call to it is
    in a try block: the same error from anywhere else is a crash.
    """

    def __init__(self, edition: str) -> None:
        self.edition = EDITIONS[edition]

    def parse(self, token: Token) -> dict:
        try:
            identifier = epin.parse(token, self.edition)
        except epin.InvalidToken as error:
            return {"valid": False, "error": str(error)}
        return {"valid": True, **attributes(identifier)}

    def valid(self, token: Token) -> dict:
        return {"valid": epin.is_valid(token, self.edition)}

    def apply(self, token: Token, before: list[str], methods: list[str], unread: bool) -> dict:
        try:
            original = epin.parse(token, self.edition)
        except epin.InvalidToken:
            return {"valid": False}
        # Attributes are read at once, and again from each result, to show what a value remembers.
        # Where unread is true, nothing is read before the last result.
        identifier, tokens = original, []
        last = None if unread and methods else attributes(original)
        for method in before:
            METHODS[method](original)
        for number, method in enumerate(methods, 1):
            identifier = METHODS[method](identifier)
            if not unread or number == len(methods):
                tokens.append(str(identifier))
                last = attributes(identifier)
        # Read last: it shows whether a method changed the original value.
        return {"valid": True, "tokens": tokens, "original": str(original), "last": last}

    def equal(self, token: str, other: str) -> dict:
        try:
            left = epin.parse(token, self.edition)
            right = epin.parse(other, self.edition)
        except epin.InvalidToken:
            return {"valid": False}
        return {"equal": left == right}

    def sweep(self, tokens: Iterable[Token]) -> dict:
        verdicts = []
        for token in tokens:
            try:
                epin.parse(token, self.edition)
                verdicts.append("1")
            except epin.InvalidToken:
                verdicts.append("0")
            except KeyboardInterrupt:
                raise
            except BaseException:
                verdicts.append("!")
        return {"valid": "".join(verdicts)}


# 2. From a request to a response.


class Adapter:
    """One session: hello selects the edition of all later requests."""

    library: Library

    def answer(self, request: dict) -> dict:
        """The response to a request, without its id."""
        # The request is read outside the guard: an error in this file must not look like a
        # crash of the library.
        op = request["op"]
        if op == "parse":
            return guarded(self.library.parse, token_of(request))
        if op == "sweep":
            return self.library.sweep(tokens_of(request))
        if op == "valid":
            return guarded(self.library.valid, token_of(request))
        if op == "apply":
            before, methods = request.get("before", []), request["methods"]
            if not all(method in METHODS for method in before + methods):
                return {"unsupported": True}
            return guarded(self.library.apply, token_of(request), before, methods, request.get("unread", False))
        if op == "equal":
            return guarded(self.library.equal, request["token"], request["other"])
        if op == "hello":
            return self.hello(request["edition"])
        return {"unsupported": True}

    def hello(self, edition: str) -> dict:
        introduction = {"protocol": 1, "implementation": IMPLEMENTATION}
        if edition not in EDITIONS:
            return {**introduction, "unsupported": True}
        self.library = Library(edition)
        return {
            **introduction,
            "ops": OPS,
            "methods": list(METHODS),
            "bytes": BYTES,
            "apply_attributes": True,
            "apply_unread": True,
        }


def guarded(call: Callable[..., dict], *arguments: Any) -> dict:
    """The response of the call, or a crash."""
    try:
        return call(*arguments)
    except KeyboardInterrupt:
        raise
    # Not only Exception: a panic in an extension module may be something else.
    except BaseException as error:
        lines = traceback.format_exception_only(type(error), error)
        return {"crash": "".join(lines).rstrip()}


def token_of(request: dict) -> Token:
    """The token of a request: text, or the exact bytes if they are not valid UTF-8."""
    return bytes.fromhex(request["hex"]) if "hex" in request else request["token"]


def tokens_of(request: dict) -> Iterable[Token]:
    """The tokens of a sweep, in the same two forms."""
    return map(bytes.fromhex, request["hex"]) if "hex" in request else request["tokens"]


# 3. Lines in and out.


def blocks_of_lines(stream: BinaryIO) -> Iterator[list[bytes]]:
    """Yield the complete lines that can be read without waiting, until the end.

    Bytes, split at LF alone: a text stream would decode them by the locale, and
    str.splitlines also splits at U+2028, which may stand in a JSON string.
    """
    unfinished = []
    while True:
        block = stream.read1(1 << 16)
        if not block:
            return
        lines, newline, rest = block.rpartition(b"\n")
        if newline:
            yield b"".join([*unfinished, lines]).split(b"\n")
            unfinished = []
        unfinished.append(rest)


def integer(digits: str) -> int | str:
    """Read an integer of a request. Only the id matters, which has at most 16 digits.

    An unknown key may hold one with thousands of digits, which int() refuses.
    """
    return int(digits) if len(digits) <= 16 else digits


decode = json.JSONDecoder(parse_int=integer).decode
encode = json.JSONEncoder(separators=(",", ":")).encode


def serve(requests: BinaryIO, responses: BinaryIO) -> None:
    """Respond to every request, until the end of the input."""
    adapter = Adapter()
    for lines in blocks_of_lines(requests):
        # Decoded together, which takes half the time of decoding line after line.
        for request in decode(f"[{b','.join(lines).decode('utf-8')}]"):
            response = {"id": request["id"], **adapter.answer(request)}
            responses.write(encode(response).encode("ascii") + b"\n")
        responses.flush()


def main() -> None:
    # Standard output is for responses: what the library prints goes to standard error.
    responses, sys.stdout = sys.stdout.buffer, sys.stderr
    serve(sys.stdin.buffer, responses)


if __name__ == "__main__":
    main()
