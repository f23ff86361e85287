// entry: f
// expect: unknown
// At the end the byte is 0, and 0 | 0x20 is less than a letter.
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    while ((*s | 0x20) >= ' ')
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
