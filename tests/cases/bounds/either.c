// entry: either
// options: --bound iterations
// expect: proved bound~"most.:.n \+ m.,"
// holds: iterations <= n + m
// fails: iterations <= n
// One of two loops.
/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000; */
int either(int n, int m, int which) {
    int s = 0;
    if (which)
        while (n > 0) n--, s ^= 1;
    else
        while (m > 0) m--, s ^= 2;
    return s;
}

int main(void) { return either(3, 4, 0) & 1; }
