// entry: f
// expect: unknown
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    while ((unsigned char)*s | 0x5f)
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
