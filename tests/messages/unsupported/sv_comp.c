// $ haltcert prove sv_comp.c --no-refute
// $ haltcert prove sv_comp.c --sv-comp
extern void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int() == 3)
        reach_error();
    return 0;
}
