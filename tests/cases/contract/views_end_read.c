// entry: last
// expect: proved
// The sibling of views_end_written.c with a range apart to write to: three strings that may be one.
#include <string.h>

/*@ requires valid_read_string(s) && valid_read_string(t) && \valid(n) && \separated(n, s + (0 .. strlen(s)));
  @ requires \separated(n, t + (0 .. strlen(t))); */
int last(const char *s, const char *t, int *n)
{
    *n = strcmp(s, t) == 0 || strcmp(s, s) != 0 || strcmp(t, "a") == 0;
    return s[strlen(s)] + t[strlen(t)];
}

int main(void)
{
    int n;
    return last("a", "a", &n);
}
