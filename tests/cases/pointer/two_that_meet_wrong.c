// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[8];
    int *low = a, *high = a + 7;
    while (low != high) {
        if (__VERIFIER_nondet_int())
            *low++ = 1;
        else
            *(high += 1) = 2;
    }
    return *low;
}
