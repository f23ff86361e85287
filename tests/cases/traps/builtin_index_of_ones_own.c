// options: -fno-builtin
// expect: unknown message~"'__builtin_index' beside the definition of 'index'"
// concrete: none (it is refused)
/* To gcc the call is the library's, whatever the flags, so that nothing counts. */
static int n;
static char text[4] = "abc";
char *index(const char *s, int c)
{
    n++;
    return (char *)s;
}
int main(void)
{
    while (n < 1)
        __builtin_index(text, 'b');
    return 0;
}
