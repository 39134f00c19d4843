/*
 * An adapter: the few lines between the EPIN conformance runner and a library.
 *
 *     cc -O2 -o adapter adapter.c epin.c
 *     epin certify -- ./adapter
 *
 * Only the first part depends on epin.h: rewrite it for another library. The second part
 * turns requests into calls, and results into responses. The third part reads and writes
 * lines of JSON. Both are the same for every library.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes, any of which may be NUL: strlen would stop at it. */
typedef struct {
    char *at;
    size_t size;
} text;

static bool is(text t, const char *word) { return t.size == strlen(word) && memcmp(t.at, word, t.size) == 0; }

/* Functions that write a response; see the third part. */
static void put(const char *json);
static void put_string(const char *key, const char *string, size_t size);
static void put_boolean(const char *key, bool b);
static size_t answer_size(void);
static void cut_answer(size_t size);

/* 1. The library. Never respond in its place: call it, and report what it did. */

#include "epin.h"

static const char IMPLEMENTATION[] = "{\"name\":\"epin.c\",\"version\":\"" EPIN_VERSION "\",\"language\":\"c\"}";

/*
 * The editions, by their names in the protocol. If your library has one grammar, return
 * true and parse without an edition: the runner tests it by the requested edition.
 * A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
 */
static epin_edition edition = EPIN_1_0_0;

static bool choose_edition(text wanted)
{
    if (is(wanted, "1.0.0"))
        edition = EPIN_1_0_0;
    else if (is(wanted, "1.0.0-initial"))
        edition = EPIN_1_0_0_INITIAL;
    else
        return false;
    return true;
}

/*
 * Remove the operations that your library does not offer: the runner does not request them,
 * and their functions below may put("\"unsupported\":true").
 */
static const char OPS[] = "\"parse\",\"valid\",\"apply\",\"equal\",\"sweep\"";

static const struct {
    const char *name;
    epin_identifier (*call)(epin_identifier);
} METHODS[] = {
    {"native", epin_native},     {"derive", epin_derive},       {"flip", epin_flip}, {"enhance", epin_enhance},
    {"diminish", epin_diminish}, {"normalize", epin_normalize}, {"mark", epin_mark}, {"unmark", epin_unmark},
};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

/*
 * Whether the library takes bytes that are not valid UTF-8. If it is false, the runner
 * sends only valid UTF-8.
 */
static const bool BYTES = true;

/*
 * If your library returns error numbers, abort() at each one that is not a rejection: that
 * is a crash.
 */
static bool parse(epin_identifier *identifier, text token)
{
    return epin_parse(identifier, token.at, token.size, edition);
}

static void put_token(const char *key, epin_identifier identifier)
{
    char token[EPIN_SIZE];
    epin_string(identifier, token);
    put_string(key, token, strlen(token));
}

static void put_attributes(epin_identifier identifier);

static void ask_parse(text token)
{
    epin_identifier identifier;

    if (!parse(&identifier, token)) {
        put("\"valid\":false");
        return;
    }
    put("\"valid\":true,");
    put_attributes(identifier);
}

static void put_attributes(epin_identifier identifier)
{
    char pin[EPIN_SIZE];

    put("\"token\":");
    put_token(NULL, identifier);
    epin_pin(identifier, pin);
    put_string("pin", pin, strlen(pin));
    put_boolean("native", epin_is_native(identifier));
    put_boolean("derived", epin_is_derived(identifier));
    put_string("name", &identifier.name, 1);
    switch (identifier.side) {
    case EPIN_FIRST: put(",\"side\":\"first\""); break;
    case EPIN_SECOND: put(",\"side\":\"second\""); break;
    }
    switch (identifier.state) {
    case EPIN_NORMAL: put(",\"state\":\"normal\""); break;
    case EPIN_ENHANCED: put(",\"state\":\"enhanced\""); break;
    case EPIN_DIMINISHED: put(",\"state\":\"diminished\""); break;
    }
    put_boolean("terminal", identifier.terminal);
}

static void ask_valid(text token)
{
    put(epin_valid(token.at, token.size, edition) ? "\"valid\":true" : "\"valid\":false");
}

/* Reads the attributes, and writes nothing. */
static void read_attributes(epin_identifier identifier)
{
    size_t size = answer_size();

    put_attributes(identifier);
    cut_answer(size);
}

/* The methods are indices of METHODS. */
static void ask_apply(text token, const size_t *before, size_t count_before, const size_t *methods, size_t count,
                      bool unread)
{
    epin_identifier original, identifier;

    if (!parse(&original, token)) {
        put("\"valid\":false");
        return;
    }
    /*
     * Attributes are read at once, and again from each result, to show what a value remembers.
     * Where unread is true, nothing is read before the last result.
     */
    if (!unread || count == 0)
        read_attributes(original);
    for (size_t i = 0; i < count_before; i++)
        METHODS[before[i]].call(original);
    put("\"valid\":true,\"tokens\":[");
    identifier = original;
    for (size_t i = 0; i < count; i++) {
        identifier = METHODS[methods[i]].call(identifier);
        if (unread && i + 1 < count)
            continue;
        if (i > 0 && !unread)
            put(",");
        put_token(NULL, identifier);
        if (i + 1 < count)
            read_attributes(identifier);
    }
    put("],\"last\":{");
    put_attributes(identifier);
    put("}");
    /* Read last: it shows whether a method changed the original value. */
    put_token("original", original);
}

static void ask_equal(text token, text other)
{
    epin_identifier left, right;

    if (!parse(&left, token) || !parse(&right, other))
        put("\"valid\":false");
    else
        put(epin_equal(left, right) ? "\"equal\":true" : "\"equal\":false");
}

static bool ask_sweep(text token)
{
    epin_identifier ignored;
    return parse(&ignored, token);
}

/* 2. From a request to a response. */

/* The keys of a request; other keys are ignored. */
enum key { ID, OP, EDITION, TOKEN, HEX, TOKENS, OTHER, METHOD_NAMES, BEFORE, UNREAD, KEY_COUNT };
static const char *const KEYS[KEY_COUNT] = {"id", "op", "edition", "token", "hex", "tokens", "other", "methods", "before",
                                              "unread"};

/* The value of a key. */
typedef struct {
    char kind;           /* '"' a string, '[' a list of strings, '0' a number, '1' true, 0 nothing, '?' anything else */
    text text;           /* the string, or the digits */
    size_t first, count; /* the strings of the list, in items */
} value;

static value request[KEY_COUNT];
static text *items;

/* See the third part. */
_Noreturn static void fail(const char *why);
static text string_of(enum key key);
static text *list_of(enum key key, size_t *count);
static text unhex(text digits);
static void forget_answer(void);

/*
 * Where to continue after a crash of the library. Memory may be damaged, but the crash is
 * reported, so the run cannot pass.
 */
static sigjmp_buf after_crash;
static volatile sig_atomic_t guarded;

static void crash(int number)
{
    if (guarded)
        siglongjmp(after_crash, number);
    signal(number, SIG_DFL); /* our own mistake: die of it */
    raise(number);
}

static void catch_crashes(void)
{
    static const int SIGNALS[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
    struct sigaction action = {.sa_handler = crash, .sa_flags = SA_NODEFER};

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        sigaction(SIGNALS[i], &action, NULL);
}

static text token_of_request(void) { return request[HEX].kind ? unhex(string_of(HEX)) : string_of(TOKEN); }

/* The verdict on one token of a sweep, as one character. */
static char verdict(text token)
{
    char c;

    if (sigsetjmp(after_crash, 0)) {
        guarded = 0;
        return '!';
    }
    guarded = 1;
    c = ask_sweep(token) ? '1' : '0';
    guarded = 0;
    return c;
}

static void sweep(void)
{
    size_t count;
    bool hex = request[HEX].kind;
    text *tokens = list_of(hex ? HEX : TOKENS, &count);
    char verdicts[4096];

    if (count > sizeof verdicts)
        fail("a sweep of more than 4,096 tokens");
    for (size_t i = 0; i < count; i++)
        verdicts[i] = verdict(hex ? unhex(tokens[i]) : tokens[i]);
    put("\"valid\":");
    put_string(NULL, verdicts, count);
}

static void hello(void)
{
    bool known = choose_edition(string_of(EDITION));

    put("\"protocol\":1,\"implementation\":");
    put(IMPLEMENTATION);
    if (!known) {
        put(",\"unsupported\":true");
        return;
    }
    put(",\"ops\":[");
    put(OPS);
    put("],\"methods\":[");
    for (size_t i = 0; i < METHOD_COUNT; i++) {
        if (i > 0)
            put(",");
        put_string(NULL, METHODS[i].name, strlen(METHODS[i].name));
    }
    put("]");
    put_boolean("bytes", BYTES);
    put_boolean("apply_attributes", true);
    put_boolean("apply_unread", true);
}

/* The methods of a request as indices of METHODS; false if one is unknown. */
static bool find_methods(enum key key, size_t **methods, size_t *count)
{
    size_t *found = *methods;
    text *names = list_of(key, count);

    if (!(found = realloc(found, (*count + 1) * sizeof *found)))
        fail("out of memory");
    *methods = found;
    for (size_t i = 0; i < *count; i++) {
        for (found[i] = 0; found[i] < METHOD_COUNT && !is(names[i], METHODS[found[i]].name); found[i]++)
            ;
        if (found[i] == METHOD_COUNT)
            return false;
    }
    return true;
}

/*
 * The request is read outside the guard: an error in this file must not look like a crash
 * of the library.
 */
static void answer(void)
{
    text op = string_of(OP), token = {0}, other = {0};
    static size_t *before, *methods;
    size_t count_before = 0, count = 0;
    int number;

    if (is(op, "hello")) {
        hello();
        return;
    }
    if (is(op, "sweep")) {
        sweep();
        return;
    }
    if (is(op, "parse") || is(op, "valid")) {
        token = token_of_request();
    } else if (is(op, "apply") && (!request[BEFORE].kind || find_methods(BEFORE, &before, &count_before)) &&
               find_methods(METHOD_NAMES, &methods, &count)) {
        token = token_of_request();
    } else if (is(op, "equal")) {
        token = string_of(TOKEN);
        other = string_of(OTHER);
    } else {
        put("\"unsupported\":true");
        return;
    }

    number = sigsetjmp(after_crash, 0);
    if (number != 0) {
        guarded = 0;
        forget_answer();
        put("\"crash\":");
        put_string(NULL, strsignal(number), strlen(strsignal(number)));
        return;
    }
    guarded = 1;
    switch (op.at[0]) {
    case 'p': ask_parse(token); break;
    case 'v': ask_valid(token); break;
    case 'a': ask_apply(token, before, count_before, methods, count, request[UNREAD].kind == '1'); break;
    case 'e': ask_equal(token, other); break;
    }
    guarded = 0;
}

/* 3. Lines in and out, and the JSON in them. */

static void fail(const char *why)
{
    fprintf(stderr, "adapter: %s\n", why);
    exit(1);
}

/* A place for bytes that grows. */
typedef struct {
    char *at;
    size_t size, room;
} buffer;

static void reserve(buffer *b, size_t more)
{
    if (b->room - b->size >= more)
        return;
    b->room = 2 * (b->room + more);
    if (!(b->at = realloc(b->at, b->room)))
        fail("out of memory");
}

/* The bytes that are not written yet, and where the current response begins. */
static buffer out;
static size_t start;

static void put_bytes(const char *bytes, size_t size)
{
    reserve(&out, size);
    memcpy(out.at + out.size, bytes, size);
    out.size += size;
}

static void put(const char *json) { put_bytes(json, strlen(json)); }

static size_t answer_size(void) { return out.size; }
static void cut_answer(size_t size) { out.size = size; }
static void forget_answer(void) { cut_answer(start); }

/* The size of the character that the UTF-8 begins with, or 0 where it is none. */
static size_t character(const unsigned char *s, size_t size)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;

    if (n > size)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong, surrogates, and what is beyond U+10FFFF. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

/* Writes the string, with a comma and its key in front, if there is one. */
static void put_string(const char *key, const char *string, size_t size)
{
    if (key) {
        put(",\"");
        put(key);
        put("\":");
    }
    put("\"");
    for (size_t i = 0, n; i < size; i += n ? n : 1) {
        unsigned char c = (unsigned char)string[i];
        char escape[sizeof "\\u0000"];

        n = character((const unsigned char *)string + i, size - i);
        if (n == 0) {
            put("\\ufffd"); /* the library's answer is not text */
        } else if (c < 0x20 || c == '"' || c == '\\') {
            snprintf(escape, sizeof escape, "\\u%04x", c);
            put(escape);
        } else {
            put_bytes(string + i, n);
        }
    }
    put("\"");
}

static void put_boolean(const char *key, bool b)
{
    put(",\"");
    put(key);
    put(b ? "\":true" : "\":false");
}

/*
 * The reader of a line, which ends with a NUL. Strings are decoded where they stand:
 * none gets longer by it.
 */
static char *next;

_Noreturn static void malformed(void) { fail("a request is not JSON, or not of version 1 of the protocol"); }

static void blanks(void) { next += strspn(next, " \t\r"); }

static bool take(char c)
{
    blanks();
    if (*next != c)
        return false;
    next++;
    return true;
}

static void need(char c)
{
    if (!take(c))
        malformed();
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static unsigned long unit(void)
{
    unsigned long u = 0;

    for (int i = 0; i < 4; i++, next++) {
        if (digit(*next) < 0)
            malformed();
        u = 16 * u + (unsigned long)digit(*next);
    }
    return u;
}

/* The character of an escape \u, in UTF-8, at to; its size is returned. */
static size_t unescape(char *to)
{
    unsigned long u = unit();

    if (u >= 0xd800 && u <= 0xdfff) {
        if (u >= 0xdc00 || *next++ != '\\' || *next++ != 'u')
            malformed();
        u = 0x10000 + ((u - 0xd800) << 10);
        u += unit() - 0xdc00;
        if (u < 0x10000 || u > 0x10ffff)
            malformed();
        to[0] = (char)(0xf0 | u >> 18);
        to[1] = (char)(0x80 | (u >> 12 & 0x3f));
        to[2] = (char)(0x80 | (u >> 6 & 0x3f));
        to[3] = (char)(0x80 | (u & 0x3f));
        return 4;
    }
    if (u >= 0x800) {
        to[0] = (char)(0xe0 | u >> 12);
        to[1] = (char)(0x80 | (u >> 6 & 0x3f));
        to[2] = (char)(0x80 | (u & 0x3f));
        return 3;
    }
    if (u >= 0x80) {
        to[0] = (char)(0xc0 | u >> 6);
        to[1] = (char)(0x80 | (u & 0x3f));
        return 2;
    }
    to[0] = (char)u;
    return 1;
}

static text read_string(void)
{
    static const char ESCAPES[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";
    char *from, *to;

    need('"');
    from = to = next;
    while (*next != '"') {
        const char *escape;

        if ((unsigned char)*next < 0x20)
            malformed(); /* the end of the line, too */
        if (*next != '\\') {
            *to++ = *next++;
        } else if (next[1] == 'u') {
            next += 2;
            to += unescape(to);
        } else if (next[1] != '\0' && (escape = strchr(ESCAPES, next[1]))) {
            *to++ = MEANT[escape - ESCAPES];
            next += 2;
        } else {
            malformed();
        }
    }
    next++;
    return (text){from, (size_t)(to - from)};
}

static void digits(void)
{
    size_t n = strspn(next, "0123456789");

    if (n == 0)
        malformed();
    next += n;
}

static text read_number(void)
{
    char *from = next;

    if (*next == '-')
        next++;
    if (*next == '0')
        next++;
    else
        digits();
    if (*next == '.') {
        next++;
        digits();
    }
    if (*next == 'e' || *next == 'E') {
        next++;
        if (*next == '+' || *next == '-')
            next++;
        digits();
    }
    return (text){from, (size_t)(next - from)};
}

static size_t item_count;

static void add_item(text item)
{
    static size_t room;

    if (item_count == room) {
        room = 2 * room + 64;
        if (!(items = realloc(items, room * sizeof *items)))
            fail("out of memory");
    }
    items[item_count++] = item;
}

/* A value, with the strings in it if it is a list of them: keep says whether to keep those. */
static value read_value(bool keep, int depth)
{
    value v = {.kind = '?', .first = item_count};

    if (depth > 250)
        fail("a request is nested too deep");
    blanks();
    if (*next == '"') {
        v.kind = '"';
        v.text = read_string();
    } else if (take('[')) {
        v.kind = '[';
        if (!take(']')) {
            do {
                value item = read_value(false, depth + 1);
                if (item.kind != '"')
                    v.kind = '?';
                else if (keep)
                    add_item(item.text);
            } while (take(','));
            need(']');
        }
        v.count = item_count - v.first;
    } else if (take('{')) {
        if (!take('}')) {
            do {
                blanks();
                read_string();
                need(':');
                read_value(false, depth + 1);
            } while (take(','));
            need('}');
        }
    } else if (*next == '-' || (*next >= '0' && *next <= '9')) {
        v.kind = '0';
        v.text = read_number();
    } else if (strncmp(next, "true", 4) == 0 || strncmp(next, "null", 4) == 0) {
        v.kind = *next == 't' ? '1' : '?';
        next += 4;
    } else if (strncmp(next, "false", 5) == 0) {
        next += 5;
    } else {
        malformed();
    }
    return v;
}

static void read_request(char *line)
{
    next = line;
    item_count = 0;
    memset(request, 0, sizeof request);
    need('{');
    do {
        int key = 0;
        text name = (blanks(), read_string());

        need(':');
        while (key < KEY_COUNT && !is(name, KEYS[key]))
            key++;
        value v = read_value(key < KEY_COUNT, 1);
        if (key < KEY_COUNT)
            request[key] = v;
    } while (take(','));
    need('}');
    blanks();
    if (*next != '\0' || request[ID].kind != '0')
        malformed();
}

static text string_of(enum key key)
{
    if (request[key].kind != '"')
        malformed();
    return request[key].text;
}

static text *list_of(enum key key, size_t *count)
{
    if (request[key].kind != '[')
        malformed();
    *count = request[key].count;
    return items + request[key].first;
}

/* The bytes that the digits stand for, written over them. */
static text unhex(text digits)
{
    if (digits.size % 2 != 0)
        malformed();
    for (size_t i = 0; i < digits.size; i += 2) {
        int high = digit(digits.at[i]), low = digit(digits.at[i + 1]);

        if (high < 0 || low < 0)
            malformed();
        digits.at[i / 2] = (char)(16 * high + low);
    }
    return (text){digits.at, digits.size / 2};
}

static void serve(int requests, int responses)
{
    enum { BLOCK = 1 << 16 };
    static buffer in;

    for (;;) {
        /* Responses are written before each read, since the runner may wait for them. */
        for (size_t done = 0; done < out.size;) {
            ssize_t n = write(responses, out.at + done, out.size - done);
            if (n >= 0)
                done += (size_t)n;
            else if (errno != EINTR)
                fail(strerror(errno));
        }
        out.size = 0;

        reserve(&in, BLOCK);
        ssize_t n = read(requests, in.at + in.size, BLOCK);
        if (n == 0)
            return;
        if (n < 0 && errno != EINTR)
            fail(strerror(errno));
        if (n < 0)
            continue;

        char *line = in.at, *search = in.at + in.size, *end = search + n, *lf;
        while ((lf = memchr(search, '\n', (size_t)(end - search)))) {
            *lf = '\0';
            read_request(line);
            put("{\"id\":");
            put_bytes(request[ID].text.at, request[ID].text.size);
            put(",");
            start = out.size;
            answer();
            put("}\n");
            line = search = lf + 1;
        }
        in.size = (size_t)(end - line);
        if (line > in.at)
            memmove(in.at, line, in.size);
    }
}

int main(void)
{
    /* Standard output is for responses: what the library prints goes to standard error. */
    int responses = dup(STDOUT_FILENO);

    if (responses < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        fail(strerror(errno));
    catch_crashes();
    serve(STDIN_FILENO, responses);
    return 0;
}
