// entry: f
// expect: proved
// The byte at the cursor is a member, and so is the cursor.
struct lexer { const char *at; char c; };
static void advance(struct lexer *l)
{
    l->c = *++l->at;
}
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    struct lexer l = { s, *s };
    while (l.c)
        advance(&l);
    return 0;
}
int main(void)
{
    return f("abc");
}
