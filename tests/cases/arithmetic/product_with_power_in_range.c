// expect: proved
// A small number stays small if it is shifted by little.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000 || k < 0 || k > 20)
        return 0;
    return (n << k) + 1000000;
}
