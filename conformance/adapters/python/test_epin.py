"""The library itself, against the expressions that the two texts print."""

import doctest
import itertools
import re
import unittest

import epin

EXPRESSIONS = {
    "1.0.0": re.compile(rb"[-+]?[A-Za-z]\^?'?"),
    "1.0.0-initial": re.compile(rb"[-+]?[A-Za-z]'?"),
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def tokens(edition):
    """Every token of an edition, with what it means."""
    return {
        prefix + (name if side == "first" else name.lower()) + caret + quote: epin.Identifier(
            name, side, state, caret == "^", quote == "'"
        )
        for (prefix, state), name, side, caret, quote in itertools.product(
            [("", "normal"), ("+", "enhanced"), ("-", "diminished")],
            LETTERS,
            ["first", "second"],
            ["", "^"] if edition == "1.0.0" else [""],
            ["", "'"],
        )
    }


def accepted(token, edition):
    """Whether the library takes a token, asked in both its ways."""
    try:
        epin.parse(token, edition)
        parsed = True
    except epin.InvalidToken:
        parsed = False
    if parsed != epin.is_valid(token, edition):
        raise AssertionError(f"parse and is_valid disagree on {token!r} in {edition}")
    return parsed


class Tokens(unittest.TestCase):
    def test_each_is_read_and_written(self):
        for edition, count in (("1.0.0", 624), ("1.0.0-initial", 312)):
            table = tokens(edition)
            self.assertEqual(len(table), count)
            for token, identifier in table.items():
                with self.subTest(edition=edition, token=token):
                    self.assertIsNotNone(EXPRESSIONS[edition].fullmatch(token.encode()))
                    self.assertTrue(accepted(token, edition))
                    self.assertEqual(epin.parse(token, edition), identifier)
                    self.assertEqual(epin.parse(token.encode(), edition), identifier)
                    self.assertEqual(str(identifier), token)
                    self.assertEqual(identifier.pin, token.rstrip("'"))
                    self.assertEqual(identifier.is_native, not token.endswith("'"))

    def test_nothing_else_is_one(self):
        two_bytes = itertools.product(range(256), repeat=2)
        longer = (
            word for n in range(6) for word in itertools.product(b"+-Kk^'1\n", repeat=n)
        )
        for word in map(bytes, itertools.chain(two_bytes, longer)):
            for edition, expression in EXPRESSIONS.items():
                expected = expression.fullmatch(word) is not None
                if accepted(word, edition) != expected:
                    self.fail(f"{word!r} in {edition}: accepted is {not expected}")

    def test_invalid_examples(self):
        examples = ["", "K''", "^K", "K'^", "++K", "K^^", "1", "K ", " K", "K\n"]
        for edition in epin.EDITIONS:
            for token in examples:
                with self.subTest(edition=edition, token=token):
                    self.assertFalse(accepted(token, edition))
                    self.assertFalse(accepted(token.encode(), edition))

    def test_what_is_not_ascii(self):
        for token in ["\u212a", "K\u2019", "\ud800", "K\x00", "\uff2b", b"K\xff", b"\xcb"]:
            with self.subTest(token=token):
                self.assertFalse(accepted(token, "1.0.0"))

    def test_editions_differ_in_the_terminal_marker(self):
        self.assertTrue(accepted("K^", "1.0.0"))
        self.assertFalse(accepted("K^", "1.0.0-initial"))


class Transformations(unittest.TestCase):
    def test_results(self):
        for method, results in {
            "native": {"+K^'": "+K^", "+K^": "+K^"},
            "derive": {"+K^": "+K^'", "+K^'": "+K^'"},
            "flip": {"+K^'": "+k^'", "+k^'": "+K^'"},
            "enhance": {"K^'": "+K^'", "-K^'": "+K^'", "+K^'": "+K^'"},
            "diminish": {"K^'": "-K^'", "-K^'": "-K^'", "+K^'": "-K^'"},
            "normalize": {"K^'": "K^'", "-K^'": "K^'", "+K^'": "K^'"},
            "mark": {"-k'": "-k^'", "-k^'": "-k^'"},
            "unmark": {"-k^'": "-k'", "-k'": "-k'"},
        }.items():
            for token, result in results.items():
                with self.subTest(method=method, token=token):
                    identifier = epin.parse(token)
                    self.assertEqual(str(getattr(identifier, method)()), result)
                    self.assertEqual(str(identifier), token)

    def test_identifiers_cannot_change(self):
        with self.assertRaises(AttributeError):
            epin.parse("K").is_derived = True

    def test_equality_is_that_of_the_strings(self):
        table = tokens("1.0.0")
        self.assertEqual(len(set(table.values())), len(table))
        self.assertEqual(epin.parse("K"), epin.parse(b"K"))


class Errors(unittest.TestCase):
    def test_an_invalid_token_is_named(self):
        with self.assertRaises(epin.InvalidToken) as caught:
            epin.parse("K''")
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(str(caught.exception), '"K\'\'" is not a token of EPIN 1.0.0')

    def test_a_long_one_is_shortened(self):
        with self.assertRaises(epin.InvalidToken) as caught:
            epin.parse(b"K" * 1_000_000, "1.0.0-initial")
        self.assertEqual(
            str(caught.exception),
            f"b'{'K' * 40}'... is not a token of EPIN 1.0.0-initial",
        )

    def test_an_unknown_edition(self):
        for call in (epin.parse, epin.is_valid):
            with self.assertRaises(ValueError) as caught:
                call("K", "2.0.0")
            self.assertEqual(
                str(caught.exception), "edition must be one of 1.0.0, 1.0.0-initial, not '2.0.0'"
            )

    def test_components_that_no_piece_has(self):
        for components, sentence in {
            ("k",): "name must be a letter from 'A' to 'Z', not 'k'",
            ("K", "third"): "side must be 'first' or 'second', not 'third'",
            ("K", "first", "+"): "state must be 'normal', 'enhanced' or 'diminished', not '+'",
        }.items():
            with self.assertRaises(ValueError) as caught:
                epin.Identifier(*components)
            self.assertEqual(str(caught.exception), sentence)


class Documentation(unittest.TestCase):
    def test_examples(self):
        results = doctest.testmod(epin)
        self.assertGreater(results.attempted, 0)
        self.assertEqual(results.failed, 0)


if __name__ == "__main__":
    unittest.main()
