// entry: skip
// expect: proved
// The last comparison is the result, and each kind of return stays apart.
static _Bool is_name(char c)
{
    return c == 'a' || c == 'b' || c == 'c' || (c >= 'x' && c <= 'z') || c == '_' || c == '-' || c == '.';
}
/*@ requires valid_read_string(s); */
int skip(const char *s)
{
    while (is_name(*s))
        s++;
    return *s;
}
int main(void)
{
    return skip("a.b");
}
