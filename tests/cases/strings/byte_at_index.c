// entry: f
// expect: proved
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    unsigned long i = 0;
    int c = s[0];
    for (; c != '\0'; c = s[i])
        i++;
    while (i > 0)
        i--;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
