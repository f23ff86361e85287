// entry: twice
// options: --bound iterations
// expect: proved bound~"most.:.2\*n.,"
// holds: iterations <= 2*n
// fails: iterations <= n
// The same function twice.
static int down(int m) {
    int t = 0;
    while (m > 0) {
        m--;
        t ^= 1;
    }
    return t;
}

/*@ requires 0 <= n <= 1000; */
int twice(int n) { return down(n) + down(n); }

int main(void) { return twice(4); }
