// entry: next
// expect: unknown
// The sibling of own_static_inside.c in which a function of the library stores the address.
#include <stdlib.h>
static char text[8] = "12 34";
static const int table[10] = {1};
char *end;

long first(void)
{
    return strtol(text, &end, 10);
}

/*@ requires \valid(p) && 0 <= *p < 100; */
int next(char *p)
{
    text[2] = 'x';
    return table[*p % 10] + 100 / (120 - *p);
}

int main(void)
{
    first();
    return next(end);
}
