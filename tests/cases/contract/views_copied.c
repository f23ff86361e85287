// entry: join
// expect: proved
// What is read may overlap what else is read, and lie in the literal; it may not overlap what is written.
#include <string.h>

/*@ requires \valid(to + (0 .. 15)) && \valid_read(a + (0 .. 7)) && \valid_read(b + (0 .. 7));
  @ requires \separated(to + (0 .. 15), a + (0 .. 7)) && \separated(to + (0 .. 15), b + (0 .. 7)); */
int join(char *to, const char *a, const char *b)
{
    memcpy(to, a, 8);
    memcpy(to + 8, b, 8);
    memcpy(to + 7, "-", 1);
    return to[0] == a[0] && a[0] == to[0];
}

int main(void)
{
    char to[16];
    return join(to, "abcdefgh", "abcdefgh" + 1);
}
