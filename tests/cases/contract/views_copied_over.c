// entry: join
// expect: unknown
// The sibling of views_copied.c that does not say so of b: memcpy must not copy a range to one that overlaps it.
#include <string.h>

/*@ requires \valid(to + (0 .. 15)) && \valid_read(a + (0 .. 7)) && \valid_read(b + (0 .. 7));
  @ requires \separated(to + (0 .. 15), a + (0 .. 7)); */
int join(char *to, const char *a, const char *b)
{
    memcpy(to, a, 8);
    memcpy(to + 8, b, 8);
    return 0;
}

int main(void)
{
    char to[16] = "abcdefghijklmno";
    return join(to, "abcdefg", to + 5);
}
