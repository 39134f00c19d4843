#!/bin/sh
# An adapter: the few lines between the EPIN conformance runner and a library.
#
#     epin certify -- sh adapter.sh
#
# The first part is all that knows epin.sh: fill it in anew for another library. The
# second turns requests into calls and whatever comes of them into answers. The third
# moves lines and reads and writes JSON. Both are the same for every library.
#
# Two processes: awk reads the requests, and makes of each some lines of shell, with the
# tokens quoted; this script reads itself again in a second shell, which runs those.

# 1. The library. Never answer for it: call it, and report what it did.

load_library() {
    # shellcheck source=SCRIPTDIR/epin.sh
    . "$folder/epin.sh"
    name=epin.sh version=$EPIN_VERSION language=shell
}

# Leave out what your library does not offer: it is not asked for. `bytes` is not here: no
# string of a shell holds all of them, so the runner sends text alone.
ops='parse valid apply equal sweep'
methods='native derive flip enhance diminish normalize mark unmark'

# The editions, as the protocol names them. Has your library one grammar? Then return 0, and
# parse without an edition: it is judged by the one asked for, whichever it has.
edition=1.0.0
choose_edition() {
    case $1 in
        1.0.0 | 1.0.0-initial) edition=$1 ;;
        *) return 1 ;;
    esac
}

# The status of each call is the library's own: 0 yes, 1 no; any other is a crash.
parse() { ask epin_parse "$1"; }
valid() { ask epin_valid "$1"; }

# ask FUNCTION TOKEN. A token that holds a NUL is no string of a shell: it is in $escaped,
# and the library reads it from its standard input. Does yours not? Then leave that out,
# and such tokens, handed over without their NUL, are yours to explain.
ask() {
    case $escaped in
        '') "$1" "$2" "$edition" ;;
        *) printf %b "$escaped" | { epin_read && "$1" "$EPIN_INPUT" "$edition"; } ;;
    esac
}

ask_parse() {
    parse "$2"
    case $? in
        0) ;;
        1) say "$1" '"valid":false' && return ;;
        *) crash "$1" $? && return ;;
    esac
    quote "$EPIN_TOKEN" && token=$quoted
    quote "$EPIN_PIN" && pin=$quoted
    quote "$EPIN_NAME" && piece=$quoted
    native=true
    epin_is_native "$EPIN_TOKEN" || native=false
    say "$1" "\"valid\":true,\"token\":$token,\"pin\":$pin,\"native\":$native,\"derived\":$EPIN_DERIVED,\"name\":$piece,\"side\":\"$EPIN_SIDE\",\"state\":\"$EPIN_STATE\",\"terminal\":$EPIN_TERMINAL"
}

ask_valid() {
    valid "$2"
    case $? in
        0) say "$1" '"valid":true' ;;
        1) say "$1" '"valid":false' ;;
        *) crash "$1" $? ;;
    esac
}

# ask_apply ID TOKEN METHOD...
ask_apply() {
    id=$1 token=$2
    shift 2
    unknown "$@" && unsupported "$id" && return
    parse "$token"
    case $? in
        0) ;;
        1) say "$id" '"valid":false' && return ;;
        *) crash "$id" $? && return ;;
    esac
    original=$EPIN_TOKEN current=$EPIN_TOKEN tokens=
    for method; do
        "epin_$method" "$current" || { crash "$id" $? && return; }
        current=$EPIN_RESULT
        quote "$current"
        tokens=$tokens,$quoted
    done
    # A string is a copy: the first value cannot change.
    quote "$original"
    say "$id" "\"valid\":true,\"tokens\":[${tokens#,}],\"original\":$quoted"
}

ask_equal() {
    for token in "$2" "$3"; do
        parse "$token"
        case $? in
            0) ;;
            1) say "$1" '"valid":false' && return ;;
            *) crash "$1" $? && return ;;
        esac
    done
    epin_equal "$2" "$3"
    case $? in
        0) say "$1" '"equal":true' ;;
        1) say "$1" '"equal":false' ;;
        *) crash "$1" $? ;;
    esac
}

# One character of the answer to a sweep.
verdict() {
    parse "$1"
    case $? in
        0) verdicts=${verdicts}1 ;;
        1) verdicts=${verdicts}0 ;;
        *) verdicts=$verdicts! ;;
    esac
}

# 2. From a request to an answer. awk writes calls to these, one for each request.

# say ID REST
say() { printf '{"id":%s,%s}\n' "$1" "$2" >&3; }

crash() { say "$1" "\"crash\":\"status $2\""; }

unsupported() { say "$1" '"unsupported":true'; }

hello() {
    quote "$version"
    introduction="\"protocol\":1,\"implementation\":{\"name\":\"$name\",\"version\":$quoted,\"language\":\"$language\"}"
    if choose_edition "$2"; then
        # shellcheck disable=SC2086 # each word is a name
        { list $ops; offered=$listed; list $methods; }
        say "$1" "$introduction,\"ops\":$offered,\"methods\":$listed,\"bytes\":false"
    else
        say "$1" "$introduction,\"unsupported\":true"
    fi
}

# list NAME...: sets listed to the array of JSON.
list() {
    listed=
    for item; do
        listed=$listed,\"$item\"
    done
    listed=[${listed#,}]
}

# unknown METHOD...: whether one of them is none of ours.
unknown() {
    for method; do
        case " $methods " in
            *" $method "*) ;;
            *) return 0 ;;
        esac
    done
    return 1
}

# 3. Lines in and out, and the JSON in them.

# quote TEXT: sets quoted to the string of JSON.
quote() {
    case $1 in
        *[!ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.^\'+-]*)
            quoted=$(printf '%s\n' "$1" | LC_ALL=C awk '
                BEGIN { for (i = 1; i < 32; i++) control[sprintf("%c", i)] = sprintf("\\u%04x", i) }
                {
                    if (NR > 1) printf "\\n"
                    for (i = 1; i <= length($0); i++) {
                        c = substr($0, i, 1)
                        printf "%s", c in control ? control[c] : c == "\"" || c == "\\" ? "\\" c : c
                    }
                }')
            quoted=\"$quoted\"
            ;;
        *) quoted=\"$1\" ;;
    esac
}

# From requests to calls. A line is split at the quotation marks: rest is what is left
# of the part before the next string. Nothing goes from character to character, which
# would take minutes for the longest lines.
# shellcheck disable=SC2016 # awk is to see its dollars
program='
BEGIN {
    split("\" / b f n r t", names, " ")
    split("\"|/|\b|\f|\n|\r|\t", meant, "|")
    for (i in names) simple[names[i]] = meant[i]
    for (i = 1; i < 256; i++) byte[i] = sprintf("%c", i)
    ORS = ""
}

{
    total = split($0, part, "\"")
    at = 1
    rest = part[1]
    split("", type)
    need("{")
    do {
        key = text(string())
        need(":")
        type[key] = value(key)
    } while (take(","))
    need("}")
    blanks()
    if (rest != "" || at < total || type["id"] != "number") malformed()
    answer(known["id"], text(wanted("op", "string")))
    print out
    out = ""
    fflush()
}

END { print "trap - EXIT\n" }

function answer(id, op,    i) {
    if (op == "hello") {
        call("hello " id, wanted("edition", "string"))
    } else if (op == "parse" || op == "valid") {
        call("ask_" op " " id, wanted("token", "string"))
    } else if (op == "equal") {
        call("ask_equal " id " " word(wanted("token", "string")), wanted("other", "string"))
    } else if (op == "apply") {
        wanted("methods", "list")
        put("set --")
        for (i = 1; i <= count["methods"]; i++) put(" " word(item["methods", i]))
        put("\n")
        call("ask_apply " id, wanted("token", "string"), " \"$@\"")
    } else if (op == "sweep") {
        wanted("tokens", "list")
        put("verdicts=\n{ :\n")
        for (i = 1; i <= count["tokens"]; i++) call("verdict", item["tokens", i])
        put("} </dev/null\nsay " id " \"\\\"valid\\\":\\\"$verdicts\\\"\"\n")
    } else {
        put("unsupported " id "\n")
    }
}

# Calls a function of the shell with a token. One with a NUL is put into $escaped, in the
# form that printf %b takes.
function call(function_and_id, raw, more,    i) {
    decode(raw)
    if (nul) {
        put("escaped=\047")
        for (i = 1; i <= pieces; i++) {
            if (piece[i] == "") put("\\0000")
            else put_quoted(escape(piece[i]))
        }
        put("\047\n" function_and_id " \047\047")
    } else {
        put(function_and_id " \047")
        for (i = 1; i <= pieces; i++) put_quoted(piece[i])
        put("\047")
    }
    put(more (function_and_id ~ /^verdict/ ? "\n" : " </dev/null\n"))
    if (nul) put("escaped=\n")
}

# Something short as a word of the shell.
function word(raw,    s) {
    s = text(raw)
    gsub(/\047/, "\047\"\047\"\047", s)
    return "\047" s "\047"
}

# The text between quotation marks of the shell, in which there cannot be one.
function put_quoted(s,    i, slice) {
    for (i = 1; i <= length(s); i += 4096) {
        slice = substr(s, i, 4096)
        gsub(/\047/, "\047\"\047\"\047", slice)
        put(slice)
    }
}

function escape(s,    n, i, around, all) {
    n = split(s, around, /\\/)
    all = around[1]
    for (i = 2; i <= n; i++) all = all "\\0134" around[i]
    return all
}

function put(s) {
    out = out s
    if (length(out) > 2048) { print out; out = "" }
}

function malformed() {
    print "adapter: a request is not JSON, or not of version 1 of the protocol\n" > "/dev/stderr"
    print "trap - EXIT; exit 1\n"
    exit 1
}

function wanted(key, kind) {
    if (type[key] != kind) malformed()
    return kind == "string" ? known[key] : ""
}

function blanks() { if (rest ~ /^[ \t\r]/) sub(/^[ \t\r]+/, "", rest) }

function take(c) {
    blanks()
    if (substr(rest, 1, 1) != c) return 0
    rest = substr(rest, 2)
    return 1
}

function need(c) { if (take(c) == 0) malformed() }

# A string as it stands in the line: cut at quotation marks, some of which are escaped.
function string(    s) {
    blanks()
    if (rest != "" || at + 2 > total) malformed()
    s = part[++at]
    while (substr(s, length(s)) == "\\" && match(s, /\\+$/) && RLENGTH % 2) {
        if (at + 2 > total) malformed()
        s = s "\"" part[++at]
    }
    if (s ~ /[\001-\037]/) malformed()
    rest = part[++at]
    return s
}

# Reads the value behind a key, and says what it is. A string and a number are kept in
# known, a list of strings in item.
function value(key,    kind, n) {
    blanks()
    if (rest == "") {
        known[key] = string()
        return "string"
    }
    if (rest ~ /^[-0-9]/) {
        known[key] = scalar()
        return "number"
    }
    if (take("[") == 0) {
        skip()
        return "other"
    }
    kind = "list"
    if (take("]") == 0) {
        do {
            blanks()
            if (rest == "") item[key, ++n] = string()
            else { kind = "other"; skip() }
        } while (take(","))
        need("]")
    }
    count[key] = n + 0
    return kind
}

# Reads a value, and forgets it. Not by recursion, for which mawk has little room: open is
# what has to be closed.
function skip(    open) {
    for (;;) {
        blanks()
        if (rest == "") string()
        else if (take("[")) {
            if (take("]") == 0) { open = "]" open; continue }
        } else if (take("{")) {
            if (take("}") == 0) { open = "}" open; string(); need(":"); continue }
        } else scalar()
        for (;;) {
            if (open == "") return
            if (take(",")) {
                if (open ~ /^}/) { string(); need(":") }
                break
            }
            need(substr(open, 1, 1))
            open = substr(open, 2)
        }
    }
}

function scalar(    s) {
    if (match(rest, /^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?/) == 0 && match(rest, /^(true|false|null)/) == 0) malformed()
    s = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return s
}

# Something short, without escapes. A NUL becomes a byte that is in no name.
function text(raw,    s, i) {
    if (index(raw, "\\") == 0) return raw
    decode(raw)
    for (i = 1; i <= pieces; i++) s = s (piece[i] == "" ? "\001" : piece[i])
    return s
}

# Takes the escapes out of a string: its pieces are in piece, an empty one for a NUL, and
# nul says whether there is one.
function decode(raw,    n, i, c, code) {
    pieces = nul = 0
    n = split(raw, cut, /\\/)
    if (n > 0) add(cut[1])
    for (i = 2; i <= n; i++) {
        c = substr(cut[i], 1, 1)
        if (c == "u") {
            code = unit(cut[i])
            if (code >= 55296 && code < 56320) {
                if (cut[i] !~ /^.....$/ || substr(cut[++i], 1, 1) != "u") malformed()
                code = 65536 + (code - 55296) * 1024 + unit(cut[i]) - 56320
                if (code < 65536) malformed()
            }
            if (code == 0) { nul = 1; piece[++pieces] = "" }
            add((code == 0 ? "" : utf8(code)) substr(cut[i], 6))
        } else if (c != "") {
            if (!(c in simple)) malformed()
            add(simple[c] substr(cut[i], 2))
        } else {
            if (i == n) malformed()
            add("\\" cut[++i])
        }
    }
}

function add(s) { if (s != "") piece[++pieces] = s }

# The four digits behind \u.
function unit(s,    i, digits) {
    digits = tolower(substr(s, 2, 4))
    if (!(digits in units)) {
        if (digits !~ /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/) malformed()
        for (i = 1; i <= 4; i++) units[digits] = units[digits] * 16 + index("123456789abcdef", substr(digits, i, 1))
    }
    return units[digits]
}

function utf8(code) {
    if (code < 128) return byte[code]
    if (code < 2048) return byte[192 + int(code / 64)] byte[128 + code % 64]
    if (code < 65536) return byte[224 + int(code / 4096)] byte[128 + int(code / 64) % 64] byte[128 + code % 64]
    return byte[240 + int(code / 262144)] byte[128 + int(code / 4096) % 64] byte[128 + int(code / 64) % 64] byte[128 + code % 64]
}
'

self=${SELF-$0}
folder=$(dirname "$self")
if [ -n "${SELF-}" ]; then
    # The second shell. Standard output is for responses: what the library prints goes
    # elsewhere. Should the library end the shell, then awk ends, too.
    exec 3>&1 1>&2
    # shellcheck disable=SC2154 # reader is set in the first line that this shell reads
    trap 'kill "$reader"' EXIT
    escaped=
    load_library
else
    # mawk waits for a whole block of requests, or (-W interactive) for minutes over a
    # line of 16 MiB.
    awk=$(command -v gawk || echo awk)
    set -- "$awk"
    case $("$awk" -W version 2>&1 </dev/null) in mawk*) set -- "$awk" -W interactive ;; esac
    # shellcheck disable=SC2016 # the shells that are started expand it
    LC_ALL=C sh -c 'echo "reader=$$; . \"\$SELF\"" && exec "$@"' sh "$@" "$program" |
        SELF=$folder/${self##*/} sh
fi
