// entry: outer
// options: --bound iterations
// expect: proved bound~"most.:.n\*m \+ n.,"
// holds: iterations <= n*m + n
// fails: iterations <= n*m
// A function with a loop, called in a loop.
static int inner(int m) {
    int t = 0;
    while (m > 0) {
        m--;
        t ^= 1;
    }
    return t;
}

/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000; */
int outer(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= inner(m);
    return s;
}

int main(void) { return outer(3, 4); }
