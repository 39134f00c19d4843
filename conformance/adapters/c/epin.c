#include "epin.h"

#include <string.h>

/* Not ctype.h, whose functions ask the locale, and take no negative char. */
static const char UPPER[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char LOWER[] = "abcdefghijklmnopqrstuvwxyz";

bool epin_parse(epin_identifier *identifier, const char *token, size_t size, epin_edition edition)
{
    epin_identifier piece = {0};
    const char *end = token + size, *letter;

    if (token != end && *token == '+') {
        piece.state = EPIN_ENHANCED;
        token++;
    } else if (token != end && *token == '-') {
        piece.state = EPIN_DIMINISHED;
        token++;
    }
    if (token == end)
        return false;
    /* Not strchr, which finds the NUL at the end of the letters. */
    if ((letter = memchr(UPPER, *token, 26))) {
        piece.name = *letter;
        piece.side = EPIN_FIRST;
    } else if ((letter = memchr(LOWER, *token, 26))) {
        piece.name = UPPER[letter - LOWER];
        piece.side = EPIN_SECOND;
    } else {
        return false;
    }
    token++;
    if (edition == EPIN_1_0_0 && token != end && *token == '^') {
        piece.terminal = true;
        token++;
    }
    if (token != end && *token == '\'') {
        piece.derived = true;
        token++;
    }
    if (token != end)
        return false;
    *identifier = piece;
    return true;
}

bool epin_valid(const char *token, size_t size, epin_edition edition)
{
    epin_identifier ignored;
    return epin_parse(&ignored, token, size, edition);
}

char *epin_string(epin_identifier identifier, char text[EPIN_SIZE])
{
    epin_pin(identifier, text);
    return identifier.derived ? strcat(text, "'") : text;
}

char *epin_pin(epin_identifier identifier, char text[EPIN_SIZE])
{
    char *next = text;

    if (identifier.state != EPIN_NORMAL)
        *next++ = identifier.state == EPIN_ENHANCED ? '+' : '-';
    if (identifier.side == EPIN_FIRST)
        *next++ = identifier.name;
    else
        *next++ = LOWER[strchr(UPPER, identifier.name) - UPPER];
    if (identifier.terminal)
        *next++ = '^';
    *next = '\0';
    return text;
}

bool epin_is_native(epin_identifier identifier) { return !identifier.derived; }
bool epin_is_derived(epin_identifier identifier) { return identifier.derived; }

bool epin_equal(epin_identifier left, epin_identifier right)
{
    /* Not memcmp, which also compares the padding between the members. */
    return left.name == right.name && left.side == right.side && left.state == right.state &&
           left.terminal == right.terminal && left.derived == right.derived;
}

epin_identifier epin_native(epin_identifier identifier)
{
    identifier.derived = false;
    return identifier;
}

epin_identifier epin_derive(epin_identifier identifier)
{
    identifier.derived = true;
    return identifier;
}

epin_identifier epin_flip(epin_identifier identifier)
{
    identifier.side = identifier.side == EPIN_FIRST ? EPIN_SECOND : EPIN_FIRST;
    return identifier;
}

epin_identifier epin_enhance(epin_identifier identifier)
{
    identifier.state = EPIN_ENHANCED;
    return identifier;
}

epin_identifier epin_diminish(epin_identifier identifier)
{
    identifier.state = EPIN_DIMINISHED;
    return identifier;
}

epin_identifier epin_normalize(epin_identifier identifier)
{
    identifier.state = EPIN_NORMAL;
    return identifier;
}

epin_identifier epin_mark(epin_identifier identifier)
{
    identifier.terminal = true;
    return identifier;
}

epin_identifier epin_unmark(epin_identifier identifier)
{
    identifier.terminal = false;
    return identifier;
}
