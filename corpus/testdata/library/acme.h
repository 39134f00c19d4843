#include <regex.h>
#include <stdbool.h>
#include <string.h>

/* POSIX expressions are for C strings: the size tells a NUL inside a token from its end. */
static bool is_valid(const char *token, size_t size)
{
    regex_t pattern;
    if (regcomp(&pattern, "^[-+]?[A-Za-z]\\^?'?$", REG_EXTENDED | REG_NOSUB)) return false;
    bool found = strlen(token) == size && regexec(&pattern, token, 0, NULL, 0) == 0;
    regfree(&pattern);
    return found;
}
