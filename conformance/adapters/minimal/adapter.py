import json
import re
import sys


def parse(token):  # call your library here; return None for its documented rejection only
    return re.fullmatch(r"[-+]?[A-Za-z]\^?'?", token)


def answer(request):
    if request["op"] == "hello":
        return {"protocol": 1, "implementation": {"name": "acme-epin"}, "ops": ["parse"]}
    if request["op"] != "parse":
        return {"unsupported": True}
    token = request["token"]
    try:
        piece = parse(token)
        return {"valid": piece is not None}  # with a string form: "token": str(piece)
    except Exception as error:
        return {"crash": repr(error)}


for line in sys.stdin.buffer:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
