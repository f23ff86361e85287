// entry: f
// expect: proved
// At the end the index is 0, and the first element is 0.
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    char stop[256] = { 0 };
    stop['a'] = 1;
    stop['w'] = 1;
    while (stop[(unsigned char)*s])
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
