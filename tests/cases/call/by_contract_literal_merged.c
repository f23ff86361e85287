// options: --attempt composed
// expect: unknown
// concrete: none (the interpreter gives each constant an address of its own)
// A literal may be merged with a constant of the same bytes, so p == word may hold although f was lent the literal.
const char word[4] = "abc";
int cells[4];

/*@ requires \valid_read(p + (0 .. 3)); */
__attribute__((noinline)) static int f(const char *p, int n)
{
    volatile int *q = cells;
    return q[(p == word) * n];
}

int main(void)
{
    return f("abc", 100000000);
}
