// expect: proved
// After the test the bits are those of a number.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int table[6] = { 0 };
    unsigned v = __VERIFIER_nondet_uint() / 2;
    if (v != 13)
        return 0;
    return table[(v ^ 9) | 1];
}
