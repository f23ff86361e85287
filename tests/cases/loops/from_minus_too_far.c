// expect: unknown reason~"inside one live block"
// One round more than from_minus.c: what lies behind the array is read.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[40] = { 0 }, n = 160 + (__VERIFIER_nondet_int() & 3);
    int k = n / 4, s = 0;
    int *end = a + k;
    for (int i = -k; i <= 0; i++)
        s ^= end[i];
    return s;
}
