// expect: proved
// A byte without its highest bit is below 128; how long a character of UTF-8 is its highest bits say.
extern unsigned char __VERIFIER_nondet_uchar(void);
static const signed char digits[128] = { [48] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
static const char follow[4] = { 0, 1, 2, 3 };
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c & 0x80)
        return follow[(c & 0xe0) == 0xc0 ? 1 : (c & 0x30) >> 4];
    return digits[c];
}
