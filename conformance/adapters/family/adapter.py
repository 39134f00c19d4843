import json
import sys
from operator import attrgetter

from notations import Epin, InvalidToken, Pin, Qpi, Sin

# By edition: the library, and its attributes and methods by their names in the protocol.
PIECE = ("name", "side", "state", "terminal")
OF_PIN = {"native": attrgetter("is_native"), **{key: attrgetter("pin." + key) for key in PIECE}}
LIBRARIES = {
    "1.0.0": (Epin, {**OF_PIN, "derived": attrgetter("is_derived"), "pin": lambda epin: str(epin.pin)}, ("native", "derive")),
    "pin/1.0.0": (Pin, {key: attrgetter(key) for key in PIECE}, ("flip",)),
    "sin/1.0.0": (Sin, {key: attrgetter(key) for key in ("style", "side")}, ()),
    "qpi/1.0.0": (Qpi, {**OF_PIN, "style": attrgetter("sin.style")}, ("native", "derive")),
}


def hello(request):
    global library, attributes, methods  # of all later requests
    introduction = {"protocol": 1, "implementation": {"name": "notations.py"}}
    if request["edition"] not in LIBRARIES:
        return {**introduction, "unsupported": True}
    library, attributes, methods = LIBRARIES[request["edition"]]
    return {**introduction, "ops": ["parse", "equal", "sweep"] + ["apply"] * bool(methods), "methods": methods}


def answer(request):
    try:
        pieces = [library.parse(request[key]) for key in ("token", "other") if key in request]
    except InvalidToken:  # around the parser only
        return {"valid": False}
    if request["op"] == "equal":
        return {"equal": pieces[0] == pieces[1]}
    if request["op"] == "parse":
        return {"valid": True, "token": str(pieces[0]), **{key: read(pieces[0]) for key, read in attributes.items()}}
    for method in request["methods"]:
        pieces.append(getattr(pieces[-1], method)())
    return {"valid": True, "tokens": [str(piece) for piece in pieces[1:]], "original": str(pieces[0])}


def guarded(request):
    try:
        return answer(request)
    except Exception as error:
        return {"crash": repr(error)}


def response(request):
    if request["op"] == "hello":
        return hello(request)
    if request["op"] == "sweep":
        verdicts = [guarded({"op": "parse", "token": token}).get("valid") for token in request["tokens"]]
        return {"valid": "".join({True: "1", False: "0", None: "!"}[verdict] for verdict in verdicts)}
    if request["op"] not in ("parse", "equal", "apply") or not set(request.get("methods", [])) <= set(methods):
        return {"unsupported": True}
    return guarded(request)


for line in sys.stdin.buffer:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **response(request)}), flush=True)
