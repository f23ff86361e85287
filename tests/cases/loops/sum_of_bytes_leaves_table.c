// expect: unknown
// concrete: none (few of very many inputs lead there)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    char table[9 * 255] = { 0 };
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += __VERIFIER_nondet_uchar();
    return table[sum];
}
