// entry: f
// expect: unknown
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    unsigned char c = (unsigned char)*s;
    while (c != 0 && c != ' ') {
        s++;
        c = (unsigned char)*s;
    }
        return s[1];
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
