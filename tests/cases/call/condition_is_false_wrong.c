// entry: skip
// expect: unknown
// The last comparison is the result: whether it holds is open where the function returns.
static _Bool is_name(char c)
{
    return c == 'a' || c == 'b' || c == 'c' || (c >= 'x' && c <= 'z') || c == '_' || c == '-' || c != '.';
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
    return skip("ab");
}
