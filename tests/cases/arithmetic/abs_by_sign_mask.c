// expect: proved
// (x + m) ^ m is |x| where m is 0 or -1.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int table[1001] = { 0 };
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    int mask = x >> 31;
    return table[(x + mask) ^ mask];
}
