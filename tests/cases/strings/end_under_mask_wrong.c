// entry: f
// expect: unknown
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    while ((*s & 0xc0) == 0)
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
