// entry: deep
// options: --bound stack
// expect: proved bound~"most.:.16\*n \+ 16.,"
// Each call of the recursion has an array in its frame.
static int last(const char *p) { return p[3]; }

/*@ requires 0 <= n <= 100; */
int deep(int n) {
    char a[16] = {0};
    if (n == 0) return last(a);
    return deep(n - 1) + last(a);
}

int main(void) { return deep(3); }
