// in full
// $ haltcert prove strlen.c -o strlen.cert --emit-module strlen.ll
// $ haltcheck strlen.cert --module strlen.ll
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *str = malloc(n);
    str[n - 1] = '\0';
    const char *s = str;
    while (*s)
        s++;
    free(str);
    return 0;
}
