// entry: f
// expect: proved
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    const char *t = s;
    char c = *s, d = *t;
    while (c && d) {
        c = *++s;
        if (c == 'o')
            d = *++t;
    }
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
