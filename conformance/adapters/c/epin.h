/*
 * Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
 *
 *     epin_identifier king;
 *     char text[EPIN_SIZE];
 *     if (epin_parse(&king, "+K^'", 4, EPIN_1_0_0))
 *         puts(epin_string(epin_flip(epin_native(king)), text)); // +k^
 *
 * The adapter beside this file wraps this library.
 */
#ifndef EPIN_H
#define EPIN_H

#include <stdbool.h>
#include <stddef.h>

#define EPIN_VERSION "1.0.0"

/* The text with the terminal marker ^, and the first one, without it. */
typedef enum { EPIN_1_0_0, EPIN_1_0_0_INITIAL } epin_edition;

typedef enum { EPIN_FIRST, EPIN_SECOND } epin_side;

typedef enum { EPIN_NORMAL, EPIN_ENHANCED, EPIN_DIMINISHED } epin_state;

/*
 * A piece as EPIN describes it. The initial edition has no terminal pieces: what is
 * parsed by it is never terminal, and an identifier marked as terminal is one of the
 * later edition.
 */
typedef struct {
    char name; /* the Piece Name, 'A' to 'Z' */
    epin_side side;
    epin_state state;
    bool terminal;
    bool derived;
} epin_identifier;

/* The room that the longest token takes, with the NUL behind it. */
enum { EPIN_SIZE = sizeof "+K^'" };

/*
 * Reads the token, which is size bytes, any of which may be NUL. Returns whether it is
 * one; *identifier is left alone where it is not.
 */
bool epin_parse(epin_identifier *identifier, const char *token, size_t size, epin_edition edition);

/* Tells whether epin_parse takes the token. */
bool epin_valid(const char *token, size_t size, epin_edition edition);

/* Writes the token, or the PIN token (without the derivation marker), and returns text. */
char *epin_string(epin_identifier identifier, char text[EPIN_SIZE]);
char *epin_pin(epin_identifier identifier, char text[EPIN_SIZE]);

bool epin_is_native(epin_identifier identifier);
bool epin_is_derived(epin_identifier identifier);

/* Two identifiers are equal when their tokens are. */
bool epin_equal(epin_identifier left, epin_identifier right);

/* The transformations return another identifier. */
epin_identifier epin_native(epin_identifier identifier);
epin_identifier epin_derive(epin_identifier identifier);
epin_identifier epin_flip(epin_identifier identifier);
epin_identifier epin_enhance(epin_identifier identifier);
epin_identifier epin_diminish(epin_identifier identifier);
epin_identifier epin_normalize(epin_identifier identifier);
epin_identifier epin_mark(epin_identifier identifier);
epin_identifier epin_unmark(epin_identifier identifier);

#endif
