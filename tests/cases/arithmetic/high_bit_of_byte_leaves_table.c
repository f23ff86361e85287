// expect: violated memory safety
// Without the second highest bit a byte may still be 128 and more.
extern unsigned char __VERIFIER_nondet_uchar(void);
static const signed char digits[128] = { [48] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c & 0x40)
        return -1;
    return digits[c];
}
