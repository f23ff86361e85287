// expect: proved
// The first call has products of numbers with a sign, later ones have not.
static unsigned one[1];
static unsigned short two[2];

static unsigned divisor(unsigned a, unsigned b) { return b == 0 ? a : divisor(b, a % b); }

int main(void)
{
    for (unsigned short *q = two; q < two + 2; q++) *q = 1;
    return (int)divisor((short)two[one[0] & 1] * (int)(two[1] % 1000), (unsigned)two[1] - (unsigned)two[0]) & 1;
}
