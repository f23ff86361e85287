// entry: mark
// expect: violated memory safety
// The divisor of 0 and 0 is 0.
static int divisor(int a, int b) { return b == 0 ? a : divisor(b, a % b); }

/*@ requires 0 <= a <= 100 && 0 <= b <= 100 && \valid(t + (0 .. 99)); */
void mark(int *t, int a, int b) { t[divisor(a, b) - 1] = 1; }

int main(void)
{
    int t[100] = {0};
    mark(t, 0, 0);
    return 0;
}
