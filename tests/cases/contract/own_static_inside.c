// entry: next
// expect: proved
// The address goes to static functions and comes back, to a function of the library, and nowhere else. `next` has a
// static variable of its own.
#include <string.h>
static char text[8];
static const int table[10] = {1};

static char *skip(char *from)
{
    return from + 1;
}

void fill(int c)
{
    *skip(memset(text, c, 7)) = 'x';
}

/*@ requires \valid(p) && *p < 10; */
int next(unsigned *p)
{
    static unsigned calls;
    calls += 20;
    text[0] = 20;
    return table[*p] + (int)(calls & 1) + text[2];
}

int main(void)
{
    unsigned n = 9;
    fill('a');
    return next(&n);
}
