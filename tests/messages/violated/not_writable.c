// $ haltcert prove not_writable.c --no-refute
// $ haltcert prove not_writable.c
// $ haltcert prove not_writable.c --json | grep -o '"id":"[^"]*"'
int main(void)
{
    char *s = "text";
    s[0] = 'n';
    return 0;
}
