# See engine.js. The argument "bytes" makes patterns and strings bytes.
import re
import sys
import warnings

warnings.simplefilter("ignore")
BYTES = sys.argv[1:] == ["bytes"]


def text(digits):
    data = bytes.fromhex(digits)
    return data if BYTES else data.decode()


lines = sys.stdin.read().rstrip("\n").split("\n")
strings = [text(s) for s in lines[0].split(" ")]
for line in lines[1:]:
    call, flags, pattern = line.split("\t")
    try:
        compiled = re.compile(text(pattern), sum(getattr(re, f.upper()) for f in flags))
    except re.error as e:
        print("error:", str(e).replace("\n", " "))
        continue
    call = getattr(compiled, call.removeprefix("re."))
    print("".join("1" if call(s) else "0" for s in strings))
