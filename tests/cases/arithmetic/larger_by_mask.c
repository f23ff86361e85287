// expect: unknown
// concrete: none (few of very many inputs lead there)
// With the complement of the mask it is the larger one.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int table[10] = { 0 };
    int a = __VERIFIER_nondet_int();
    if (a < 0 || a > 100000)
        return 0;
    int d = a - 9;
    return table[9 + (d & ~(d >> 31))];
}
