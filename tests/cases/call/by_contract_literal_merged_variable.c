// options: --attempt composed
// expect: no termination
// concrete: none (the interpreter gives each constant an address of its own)
// Nothing writes the variable, so that compilers make it a constant and merge the literal with it.
static char word[4] = "abc";

/*@ requires \valid_read(p + (0 .. 3)) && 0 <= i <= 3; */
__attribute__((noinline)) static int f(const char *p, int i)
{
    if (p - 1 == word || p == word)
        for (;;) {
            volatile int x = 1;
            (void)x;
        }
    return p[1] + word[i];
}

int main(void)
{
    return f("abc", 2);
}
