// entry: deep
// options: --bound stack
// expect: bad input message~"the frames of a build"
// What the module itself has in memory is not the stack: the frames of a build are asked for.
static int last(const char *p) { return p[3]; }

/*@ requires 0 <= n <= 100; */
int deep(int n) {
    char a[16] = {0};
    if (n == 0) return last(a);
    return deep(n - 1) + last(a);
}

int main(void) { return deep(3); }
