// expect: unknown message~"'assume'.*--sv-comp"
// options: --sv-comp
// expect: proved
// concrete: none (what another file defines is not executed)
/* Only programs of SV-COMP mean an assumption by it; in others it may do nothing. */
extern void assume(int);
extern int __VERIFIER_nondet_int(void);
static int t[5];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    assume(i >= 0 && i < 5);
    return t[i];
}
