// options: --attempt composed
// expect: proved
// Whichever address the literal has, it is read only where it is.
const char word[4] = "abc";

/*@ requires \valid_read(p + (0 .. 3)) && 0 <= i <= 3; */
__attribute__((noinline)) static int f(const char *p, int i)
{
    if (p == word)
        return word[i];
    return p[i];
}

int main(void)
{
    return f("abc", 3);
}
