// $ haltcert prove construct.c
// $ haltcert prove construct.c --json
int main(void)
{
    int x = 0;
    __asm__("nop" : "+r"(x));
    return x;
}
