// expect: proved
// w < 1000000 before it is doubled, so it stays below 2000000.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int w = 1;
    while (w < 1000000 && __VERIFIER_nondet_int())
        w *= 2;
    return w + 2000000000;
}
