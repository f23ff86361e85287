// options: --attempt composed --bound iterations
// expect: proved bound~"most.:.\d+.,"
// holds: iterations <= 100
// fails: iterations <= 3
// That 4*n is at least 1 says that n is, since n is an integer.
/*@ requires \valid(p + (0 .. n - 1)) && n >= 0; */
static void down(int *p, int n) {
    if (n == 0) return;
    p[0] = 1;
    down(p + 1, n - 1);
}

int main(void) {
    int a[20];
    down(a, 20);
    return 0;
}
