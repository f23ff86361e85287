/* The program of the papers: strlen of a string of any length.
 *
 *     haltcert prove examples/strlen.c -o strlen.cert
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static size_t length(const char *str)
{
    const char *s = str;
    while (*s)
        s++;
    return s - str;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *str = malloc(n);
    str[n - 1] = '\0';
    size_t result = length(str);
    free(str);
    return result < (size_t)n ? 0 : 1;
}
