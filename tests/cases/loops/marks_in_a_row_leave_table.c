// entry: f
// expect: unknown
// All ten marks may be there.
static const unsigned char price[10] = { 0, 3, 5, 7, 8, 9, 10, 10, 11, 11 };

#define LOOK_FOR(c) for (i = 0; i < n; i++) if (s[i] == c) { found++; break; }

/*@ requires \valid_read(s + (0 .. n - 1)); */
int f(const char *s, unsigned n)
{
    unsigned i, found = 0;
    LOOK_FOR('a') LOOK_FOR('b') LOOK_FOR('c') LOOK_FOR('d') LOOK_FOR('e')
    LOOK_FOR('f') LOOK_FOR('g') LOOK_FOR('h') LOOK_FOR('i') LOOK_FOR('j')
    return price[found];
}

int main(void)
{
    return f("jigbadefch", 10);
}
