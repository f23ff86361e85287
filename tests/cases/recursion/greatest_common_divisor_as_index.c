// entry: mark
// expect: proved
// The greatest common divisor is at most the first of two numbers.
static int divisor(int a, int b) { return b == 0 ? a : divisor(b, a % b); }

/*@ requires 1 <= a <= 100 && 0 <= b <= 100 && \valid(t + (0 .. 100)); */
void mark(int *t, int a, int b) { t[divisor(a, b)] = 1; }

int main(void)
{
    int t[101] = {0};
    mark(t, 100, 75);
    return t[25] != 1;
}
