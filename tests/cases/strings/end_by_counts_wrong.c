// entry: f
// expect: unknown
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    unsigned short seen[256] = { 0 };
    for (const char *p = "word"; p[0]; p++)
        seen[(unsigned char)p[1]] = 1;
    while (seen[(unsigned char)*s] != 0)
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
