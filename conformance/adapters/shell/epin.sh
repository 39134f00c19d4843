# shellcheck shell=sh disable=SC2034 # what the functions set is read by others
#
# Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
#
#     . ./epin.sh
#     if epin_parse "$token"; then
#         echo "$EPIN_NAME $EPIN_SIDE $EPIN_STATE $EPIN_TERMINAL $EPIN_DERIVED"
#     fi
#     epin_flip "+K^'" # EPIN_RESULT is "+k^'"
#
# A shell has no values but strings: an identifier is its token. The functions answer by
# their status and in variables, since $(...) takes a process, and strips line feeds.
#
# This is the library that the adapter beside it wraps, and knows nothing of it.

EPIN_VERSION=1.0.0
EPIN_LETTERS=AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz

# epin_parse TOKEN [EDITION]: status 0 for a token, 1 for anything else, 2 for an edition
# that is neither 1.0.0 (the text with the terminal marker ^, the default) nor
# 1.0.0-initial (the first one, without it). Sets, for a token:
#
#     EPIN_TOKEN, EPIN_PIN            the token; without its derivation marker
#     EPIN_NAME                       the Piece Name, A to Z
#     EPIN_SIDE                       first, second
#     EPIN_STATE                      normal, enhanced, diminished
#     EPIN_TERMINAL, EPIN_DERIVED     true, false
epin_parse() {
    # No token is longer, and what is may be very long.
    case $1 in ?????*) return 1 ;; esac
    case $1 in
        +*) epin_sign=+ EPIN_STATE=enhanced ;;
        -*) epin_sign=- EPIN_STATE=diminished ;;
        *) epin_sign='' EPIN_STATE=normal ;;
    esac
    epin_rest=${1#"$epin_sign"}
    # The letters in full: what [A-Z] holds depends on the locale.
    case $epin_rest in
        [ABCDEFGHIJKLMNOPQRSTUVWXYZ]*) EPIN_SIDE=first ;;
        [abcdefghijklmnopqrstuvwxyz]*) EPIN_SIDE=second ;;
        *) return 1 ;;
    esac
    epin_marks=${epin_rest#?}
    epin_letter=${epin_rest%"$epin_marks"}
    case ${2-1.0.0}/$epin_marks in
        1.0.0/ | 1.0.0-initial/) EPIN_TERMINAL=false EPIN_DERIVED=false ;;
        "1.0.0/'" | "1.0.0-initial/'") EPIN_TERMINAL=false EPIN_DERIVED=true ;;
        '1.0.0/^') EPIN_TERMINAL=true EPIN_DERIVED=false ;;
        "1.0.0/^'") EPIN_TERMINAL=true EPIN_DERIVED=true ;;
        1.0.0/* | 1.0.0-initial/*) return 1 ;;
        *) return 2 ;;
    esac
    epin_upper "$epin_letter"
    EPIN_NAME=$epin_upper
    epin_compose
}

# epin_valid TOKEN [EDITION]: the status of epin_parse, and its variables left alone.
epin_valid() {
    case $1 in
        ?????*) return 1 ;;
        [-+]*) epin_rest=${1#?} ;;
        *) epin_rest=$1 ;;
    esac
    case $epin_rest in
        [ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz]*) epin_rest=${epin_rest#?} ;;
        *) return 1 ;;
    esac
    case ${2-1.0.0}/$epin_rest in
        1.0.0/ | "1.0.0/'" | '1.0.0/^' | "1.0.0/^'" | 1.0.0-initial/ | "1.0.0-initial/'") return 0 ;;
        1.0.0/* | 1.0.0-initial/*) return 1 ;;
        *) return 2 ;;
    esac
}

# epin_read: sets EPIN_INPUT to the whole of standard input, line feeds at the end
# included. A NUL, which no string of a shell holds, becomes \001: neither is in a token.
epin_read() {
    EPIN_INPUT=$(tr '\000' '\001' && echo .) || return 2
    EPIN_INPUT=${EPIN_INPUT%.}
}

# epin_is_native TOKEN, epin_is_derived TOKEN: status 0 for yes, 1 for no, 2 where it is
# no token.
epin_is_native() {
    epin_parse "$1" || return 2
    [ "$EPIN_DERIVED" = false ]
}

epin_is_derived() {
    epin_parse "$1" || return 2
    [ "$EPIN_DERIVED" = true ]
}

# epin_equal TOKEN TOKEN: status 0 for yes, 1 for no.
epin_equal() { [ "$1" = "$2" ]; }

# The transformations, each of a TOKEN: they set EPIN_RESULT; status 2 where it is none.
# A token of the initial edition that is marked is one of the other.
epin_native() { epin_change "$1" EPIN_DERIVED=false; }
epin_derive() { epin_change "$1" EPIN_DERIVED=true; }
epin_enhance() { epin_change "$1" EPIN_STATE=enhanced; }
epin_diminish() { epin_change "$1" EPIN_STATE=diminished; }
epin_normalize() { epin_change "$1" EPIN_STATE=normal; }
epin_mark() { epin_change "$1" EPIN_TERMINAL=true; }
epin_unmark() { epin_change "$1" EPIN_TERMINAL=false; }

epin_flip() {
    epin_parse "$1" || return 2
    case $EPIN_SIDE in
        first) epin_change "$1" EPIN_SIDE=second ;;
        second) epin_change "$1" EPIN_SIDE=first ;;
    esac
}

# epin_change TOKEN ASSIGNMENT
epin_change() {
    epin_parse "$1" || return 2
    eval "$2"
    epin_compose
    EPIN_RESULT=$EPIN_TOKEN
}

# Sets EPIN_PIN and EPIN_TOKEN to what the other variables say.
epin_compose() {
    case $EPIN_STATE in
        enhanced) EPIN_PIN=+ ;;
        diminished) EPIN_PIN=- ;;
        *) EPIN_PIN= ;;
    esac
    case $EPIN_SIDE in
        first) EPIN_PIN=$EPIN_PIN$EPIN_NAME ;;
        second) epin_lower "$EPIN_NAME" && EPIN_PIN=$EPIN_PIN$epin_lower ;;
    esac
    case $EPIN_TERMINAL in true) EPIN_PIN=$EPIN_PIN^ ;; esac
    EPIN_TOKEN=$EPIN_PIN
    case $EPIN_DERIVED in true) EPIN_TOKEN=$EPIN_TOKEN\' ;; esac
}

# epin_upper LETTER, epin_lower LETTER: set the variable of that name. Not tr, which takes
# a process; [:upper:] would ask the locale.
epin_upper() {
    epin_upper=$1
    case $1 in
        [abcdefghijklmnopqrstuvwxyz])
            epin_upper=${EPIN_LETTERS%%"$1"*}
            epin_upper=${epin_upper#"${epin_upper%?}"}
            ;;
    esac
}

epin_lower() {
    epin_lower=$1
    case $1 in
        [ABCDEFGHIJKLMNOPQRSTUVWXYZ])
            epin_lower=${EPIN_LETTERS#*"$1"}
            epin_lower=${epin_lower%"${epin_lower#?}"}
            ;;
    esac
}
