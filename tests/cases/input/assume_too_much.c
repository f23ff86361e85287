// options: --sv-comp
// expect: unknown
// concrete: none (the interpreter knows no assume)
extern void assume(int);
extern int __VERIFIER_nondet_int(void);
static int t[5];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    assume(i >= 0 && i <= 5);
    return t[i];
}
