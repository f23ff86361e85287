// expect: proved
// Each byte is replaced by way of a table of rows and columns, twice. The bytes come from words: their signs matter to
// nothing, and are no reason for cases.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define R(n) {n, n ^ 1, n ^ 2, n ^ 3, n ^ 4, n ^ 5, n ^ 6, n ^ 7, n ^ 8, n ^ 9, n ^ 10, n ^ 11, n ^ 12, n ^ 13, n ^ 14, n ^ 15}
static const unsigned char table[16][16] = {R(99), R(202), R(183), R(4), R(9), R(83), R(208), R(81), R(205), R(96),
    R(224), R(231), R(186), R(112), R(225), R(140)};
static void bytes(unsigned char s[][4])
{
    s[0][0] = table[s[0][0] >> 4][s[0][0] & 15];
    s[0][1] = table[s[0][1] >> 4][s[0][1] & 15];
    s[0][2] = table[s[0][2] >> 4][s[0][2] & 15];
    s[0][3] = table[s[0][3] >> 4][s[0][3] & 15];
    s[1][0] = table[s[1][0] >> 4][s[1][0] & 15];
    s[1][1] = table[s[1][1] >> 4][s[1][1] & 15];
    s[1][2] = table[s[1][2] >> 4][s[1][2] & 15];
    s[1][3] = table[s[1][3] >> 4][s[1][3] & 15];
}
int main(void)
{
    unsigned char s[2][4];
    s[0][0] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[0][1] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[0][2] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[0][3] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[1][0] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[1][1] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[1][2] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    s[1][3] = __VERIFIER_nondet_uchar() ^ __VERIFIER_nondet_uint();
    bytes(s);
    bytes(s);
    return s[0][0];
}
