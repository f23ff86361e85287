// entry: f
// expect: unknown
// The register c holds the byte at s when the loop is entered, and after every round.
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    char c = *s;
    while (c != 'x')
        c = *++s;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
