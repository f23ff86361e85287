#include <stddef.h>

/* A library function: proved for every call that satisfies its contract. */

/*@ requires valid_read_string(s);
  @ requires \valid(d + (0 .. n - 1)) && n >= 1;
  @ requires \separated(d + (0 .. n - 1), s + (0 .. strlen(s))); */
size_t copy(char *d, const char *s, size_t n)
{
    size_t i = 0;
    while (i + 1 < n && s[i] != '\0') {
        d[i] = s[i];
        i++;
    }
    d[i] = '\0';
    return i;
}

/*@ requires \valid(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1)); */
void add(unsigned *a, const unsigned *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] += b[i];
}
