"""The adapter, as the runner sees it: a program, lines in, lines out."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import adapter
import epin

HERE = pathlib.Path(__file__).resolve().parent

# How long a test waits for an adapter that will never answer, before it fails.
PATIENCE = 60


def line(request):
    return json.dumps(request).encode() + b"\n"


class Conversation:
    """An adapter in a process of its own."""

    def __init__(self, program=HERE / "adapter.py", stderr=None):
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
        )
        self.watchdog = threading.Timer(PATIENCE, self.process.kill)
        self.watchdog.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def ask(self, **request):
        """Send one request and wait for its answer before anything else."""
        self.process.stdin.write(line(request))
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise AssertionError(f"no answer to {request}")
        return json.loads(answer)

    def hello(self, edition="1.0.0"):
        return self.ask(id=0, op="hello", protocol=1, edition=edition)

    def send_all(self, data):
        """Send hello and bytes, end the input, and return the other lines and the exit status."""
        hello = line({"id": 0, "op": "hello", "protocol": 1, "edition": "1.0.0"})
        output, _ = self.process.communicate(hello + data)
        return [json.loads(answer) for answer in output.splitlines()[1:]], self.process.returncode


class Hello(unittest.TestCase):
    def test_both_editions(self):
        for edition in epin.EDITIONS:
            with self.subTest(edition=edition), Conversation() as conversation:
                answer = conversation.hello(edition)
                self.assertEqual(answer["id"], 0)
                self.assertEqual(answer["protocol"], 1)
                self.assertEqual(answer["implementation"]["name"], "epin.py")
                self.assertEqual(answer["ops"], ["parse", "valid", "apply", "equal", "sweep"])
                self.assertEqual(len(answer["methods"]), 8)
                self.assertIs(answer["bytes"], True)

    def test_the_edition_is_switched(self):
        for edition, accepted in (("1.0.0", True), ("1.0.0-initial", False)):
            with self.subTest(edition=edition), Conversation() as conversation:
                conversation.hello(edition)
                self.assertIs(conversation.ask(id=1, op="parse", token="K^")["valid"], accepted)
                self.assertIs(conversation.ask(id=2, op="valid", token="K^")["valid"], accepted)
                self.assertEqual(
                    conversation.ask(id=3, op="sweep", hex=["4b5e", "4b"])["valid"],
                    "11" if accepted else "01",
                )

    def test_an_edition_that_it_does_not_know(self):
        with Conversation() as conversation:
            answer = conversation.hello("3.0.0")
            self.assertIs(answer.pop("unsupported"), True)
            self.assertEqual(sorted(answer), ["id", "implementation", "protocol"])


def last(token, pin, derived=False, name="R", side="second", state="normal", terminal=False):
    """Returns the attributes of the last result of apply."""
    return {
        "token": token,
        "pin": pin,
        "native": not derived,
        "derived": derived,
        "name": name,
        "side": side,
        "state": state,
        "terminal": terminal,
    }


class Operations(unittest.TestCase):
    def setUp(self):
        self.conversation = Conversation()
        self.addCleanup(self.conversation.__exit__)
        self.conversation.hello()

    def expect(self, answer, **request):
        self.assertEqual(self.conversation.ask(id=7, **request), {"id": 7, **answer})

    def test_parse(self):
        self.expect(
            {
                "valid": True,
                "token": "-k^'",
                "pin": "-k^",
                "native": False,
                "derived": True,
                "name": "K",
                "side": "second",
                "state": "diminished",
                "terminal": True,
            },
            op="parse",
            token="-k^'",
        )

    def test_parse_rejects(self):
        self.expect(
            {"valid": False, "error": '"K\'\'" is not a token of EPIN 1.0.0'},
            op="parse",
            token="K''",
        )

    def test_tokens_are_exact(self):
        for token in ["K\n", "K\r", "K\x00", " K", "K\u2028", "K\x85", "\ufeffK", "\U0001f451"]:
            with self.subTest(token=token):
                self.assertIs(
                    self.conversation.ask(id=1, op="parse", token=token)["valid"], False
                )
        for token in [b"K\xff", b"\xcb", b"K\xc0\x8a", b"\xed\xa0\x80"]:
            with self.subTest(token=token):
                answer = self.conversation.ask(id=1, op="parse", hex=token.hex())
                self.assertIs(answer["valid"], False)
                self.assertIn(repr(token), answer["error"])

    def test_hex(self):
        for operation in ("parse", "valid"):
            with self.subTest(operation=operation):
                answer = self.conversation.ask(id=1, op=operation, hex=b"+K^'".hex())
                self.assertIs(answer["valid"], True)
        self.expect(
            {"valid": True, "tokens": ["r"], "original": "R", "last": last("r", "r")},
            op="apply",
            hex="52",
            methods=["flip"],
        )

    def test_valid(self):
        self.expect({"valid": True}, op="valid", token="K^'")
        self.expect({"valid": False}, op="valid", token="K'^")

    def test_apply_every_method(self):
        methods = "derive mark enhance flip diminish native normalize unmark".split()
        self.assertEqual(sorted(methods), sorted(adapter.METHODS))
        self.expect(
            {
                "valid": True,
                "tokens": ["R'", "R^'", "+R^'", "+r^'", "-r^'", "-r^", "r^", "r"],
                "original": "R",
                "last": last("r", "r"),
            },
            op="apply",
            token="R",
            methods=methods,
        )

    def test_apply_before(self):
        self.expect(
            {
                "valid": True,
                "tokens": ["R'"],
                "original": "R",
                "last": last("R'", "R", derived=True, side="first"),
            },
            op="apply",
            token="R",
            before=["flip", "mark"],
            methods=["derive"],
        )

    def test_apply_nothing(self):
        self.expect(
            {
                "valid": True,
                "tokens": [],
                "original": "+r'",
                "last": last("+r'", "+r", derived=True, state="enhanced"),
            },
            op="apply",
            token="+r'",
            methods=[],
        )

    def test_apply_rejects(self):
        self.expect({"valid": False}, op="apply", token="R''", methods=["native"])

    def test_equal(self):
        self.expect({"equal": True}, op="equal", token="K'", other="K'")
        self.expect({"equal": False}, op="equal", token="K", other="K'")
        self.expect({"valid": False}, op="equal", token="K", other="K''")
        self.expect({"valid": False}, op="equal", token="K''", other="K")

    def test_sweep(self):
        tokens = [b"K", b"K'", b"K''", b"", b"\xff", b"K\n", b"-z^'"]
        self.expect({"valid": "1100001"}, op="sweep", hex=[token.hex() for token in tokens])
        self.expect({"valid": "10"}, op="sweep", tokens=["K", "\u212a"])
        self.expect({"valid": ""}, op="sweep", hex=[])

    def test_unsupported(self):
        self.expect({"unsupported": True}, op="serialise", token="K")
        self.expect({"unsupported": True}, op="__init__", token="K")
        self.expect({"unsupported": True}, op="apply", token="K", methods=["native", "promote"])
        self.expect({"unsupported": True}, op="apply", token="K", methods=["__str__"])

    def test_unknown_keys(self):
        nested = []
        for _ in range(199):
            nested = [nested]
        self.expect({"valid": True}, op="valid", token="K", Token="!", x=nested, y=None, z=1.5)

    def test_the_id_comes_back(self):
        for number in (0, 1, 2**53 - 1):
            answer = self.conversation.ask(id=number, op="valid", token="K")
            self.assertEqual(answer, {"id": number, "valid": True})


class Lines(unittest.TestCase):
    def send_all(self, data):
        with Conversation() as conversation:
            return conversation.send_all(data)

    def test_pipelined(self):
        tokens = ["K", "K''"] * 20_000
        requests = [{"id": 3 * n, "op": "valid", "token": t} for n, t in enumerate(tokens)]
        answers, status = self.send_all(b"".join(map(line, requests)))
        self.assertEqual(status, 0)
        self.assertEqual(
            answers, [{"id": 3 * n, "valid": t == "K"} for n, t in enumerate(tokens)]
        )

    def test_no_input(self):
        self.assertEqual(self.send_all(b""), ([], 0))

    def test_an_unfinished_line_is_no_request(self):
        data = line({"id": 1, "op": "valid", "token": "K"})
        self.assertEqual(self.send_all(data + b'{"id":2'), ([{"id": 1, "valid": True}], 0))

    def test_carriage_return_before_line_feed(self):
        data = line({"id": 1, "op": "valid", "token": "K"}).replace(b"\n", b"\r\n")
        self.assertEqual(self.send_all(data * 2), ([{"id": 1, "valid": True}] * 2, 0))

    def test_what_other_readers_take_for_a_line_end(self):
        data = '{"id":1,"op":"parse","token":"K\u2028\u2029\x85"}\n'.encode()
        answers, status = self.send_all(data)
        self.assertEqual(status, 0)
        self.assertIn(repr("K\u2028\u2029\x85"), answers[0]["error"])

    def test_a_line_of_16_mib(self):
        head, tail = b'{"id":1,"op":"valid","token":"K","x":"', b'"}\n'
        data = head + b"x" * ((16 << 20) - len(head) - len(tail)) + tail
        self.assertEqual(self.send_all(data), ([{"id": 1, "valid": True}], 0))

    def test_a_number_of_many_digits_in_an_unknown_key(self):
        data = b'{"id":1,"op":"valid","token":"K","x":' + b"9" * 10_000 + b"}\n"
        self.assertEqual(self.send_all(data), ([{"id": 1, "valid": True}], 0))

    def test_blocks(self):
        class Stream:
            def __init__(self, *blocks):
                self.blocks = iter((*blocks, b""))

            def read1(self, _):
                return next(self.blocks)

        for blocks, lines in (
            ((), []),
            ((b"a\n",), [[b"a"]]),
            ((b"a\nb\nc",), [[b"a", b"b"]]),
            ((b"a", b"b", b"c\nd", b"e\n"), [[b"abc"], [b"de"]]),
            ((b"a\n", b"\n", b"b\r\n"), [[b"a"], [b""], [b"b\r"]]),
        ):
            with self.subTest(blocks=blocks):
                self.assertEqual(list(adapter.blocks_of_lines(Stream(*blocks))), lines)


class Documentation(unittest.TestCase):
    def test_the_conversation_in_the_readme(self):
        text = (HERE / "README.md").read_text(encoding="utf-8")
        sample = text.split("```jsonl\n")[1].split("```")[0].splitlines()
        requests, responses = sample[::3], [json.loads(answer) for answer in sample[1::3]]
        asked = {json.loads(request)["op"] for request in requests}
        self.assertLessEqual({"hello", *responses[0]["ops"]}, asked)
        responses[0]["implementation"]["language"] = adapter.IMPLEMENTATION["language"]
        with Conversation() as conversation:
            answers, status = conversation.send_all("\n".join([*requests, ""]).encode())
        self.assertEqual(status, 0)
        self.assertEqual(answers, responses)


BROKEN = """
import sys
from sound import *
from sound import __version__
import sound


class Panic(BaseException):
    pass


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError


class Identifier(sound.Identifier):
    def derive(self):
        object.__setattr__(self, "is_derived", True)
        return self

    def native(self):
        raise InvalidToken(str(self), "1.0.0")


def parse(token, edition):
    print("parsing", token)
    letter = token if isinstance(token, str) else token.decode("latin-1")
    if letter == "A":
        raise IndexError("string index out of range")
    if letter == "B":
        raise Panic("a library in another language")
    if letter == "C":
        sys.exit(3)
    if letter == "D":
        raise Unprintable
    if letter == "E":
        return parse(token, edition)
    sound.parse(token, edition)
    return Identifier(letter)


def is_valid(token, edition):
    raise InvalidToken(token, edition)
"""


class BrokenLibrary(unittest.TestCase):
    """The same adapter around a library that goes wrong in many ways."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.program = pathlib.Path(folder.name, "adapter.py")
        shutil.copy(HERE / "adapter.py", cls.program)
        shutil.copy(HERE / "epin.py", pathlib.Path(folder.name, "sound.py"))
        pathlib.Path(folder.name, "epin.py").write_text(BROKEN, encoding="utf-8")

    def setUp(self):
        self.conversation = Conversation(self.program, stderr=subprocess.PIPE)
        self.addCleanup(self.conversation.__exit__)
        self.conversation.hello()

    def crash(self, **request):
        answer = self.conversation.ask(id=9, **request)
        self.assertEqual(sorted(answer), ["crash", "id"], answer)
        return answer["crash"]

    def test_crashes(self):
        for token, message in {
            "A": "IndexError: string index out of range",
            "B": "epin.Panic: a library in another language",
            "C": "SystemExit: 3",
        }.items():
            for request in (
                {"op": "parse", "token": token},
                {"op": "parse", "hex": token.encode().hex()},
                {"op": "apply", "token": token, "methods": []},
                {"op": "equal", "token": "K", "other": token},
            ):
                with self.subTest(request):
                    self.assertEqual(self.crash(**request), message)

    def test_an_error_that_cannot_be_shown(self):
        self.assertRegex(self.crash(op="parse", token="D"), r"\Aepin\.Unprintable: ")

    def test_endless_recursion(self):
        self.assertRegex(self.crash(op="parse", token="E"), r"\ARecursionError: ")

    def test_each_token_of_a_sweep_by_itself(self):
        answer = self.conversation.ask(id=9, op="sweep", tokens=list("KA?BCDEZ"))
        self.assertEqual(answer, {"id": 9, "valid": "1!0!!!!1"})

    def test_only_the_parser_rejects_by_raising(self):
        self.assertIn("InvalidToken", self.crash(op="valid", token="K"))
        for methods in (["native"], ["flip", "native"]):
            self.assertIn("InvalidToken", self.crash(op="apply", token="K", methods=methods))

    def test_a_value_that_changed_under_its_owner(self):
        answer = self.conversation.ask(id=9, op="apply", token="K", methods=["derive"])
        self.assertEqual(
            answer,
            {
                "id": 9,
                "valid": True,
                "tokens": ["K'"],
                "original": "K'",
                "last": last("K'", "K", derived=True, name="K", side="first"),
            },
        )

    def test_what_the_library_prints_is_no_response(self):
        self.conversation.ask(id=9, op="parse", token="Q")
        self.conversation.process.stdin.close()
        self.assertEqual(self.conversation.process.stdout.read(), b"")
        self.assertEqual(self.conversation.process.stderr.read().split(), [b"parsing", b"Q"])
