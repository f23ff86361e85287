// entry: f
// expect: unknown
// Each of eight loops in a row leaves the place where it ended, which is the end where nothing was found.
#define LOOK_FOR(c) \
    seen = 0; \
    for (i = 0; i < n; i++) if (s[i] == c) { seen = 1; break; } \
    last = i;

/*@ requires n >= 1 && \valid_read(s + (0 .. n - 1)); */
int f(const char *s, unsigned n)
{
    unsigned i, last = 0;
    int seen;
    LOOK_FOR('a') LOOK_FOR('b') LOOK_FOR('c') LOOK_FOR('d') LOOK_FOR('e') LOOK_FOR('f') LOOK_FOR('g') LOOK_FOR('h')
    return s[last];
}

int main(void)
{
    const char text[3] = { 'a', 'b', 'c' };
    return f(text, 3);
}
