// expect: unknown message~"'nondet_count'.*--sv-comp"
// options: --sv-comp
// expect: proved
// concrete: none (what another file defines is not executed)
extern int nondet_count(void);
int main(void)
{
    int i, s = 0;
    for (i = nondet_count(); i > 0; i--)
        s ^= i;
    return s;
}
