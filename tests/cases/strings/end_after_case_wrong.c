// entry: f
// expect: unknown
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    unsigned u;
    while (u = (unsigned char)*s & 0xdfu,  u <= 'Z')
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
