// expect: unknown message~"'reach_error'.*--sv-comp"
// options: --sv-comp
// expect: proved
// concrete: none (what another file defines is not executed)
/* It may return: then the division is reached with 0. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned d = __VERIFIER_nondet_int();
    if (d == 0)
        reach_error();
    return 100u / d;
}
