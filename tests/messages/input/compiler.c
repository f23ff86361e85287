// $ haltcert prove compiler.c
// $ haltcert prove compiler.c --json
// $ haltcert prove compiler.c -- -fno-such-flag
int main(void)
{
    int x = ;
    return undeclared(x);
}
