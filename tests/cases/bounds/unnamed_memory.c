// entry: unnamed
// options: --bound iterations
// expect: proved bound~"nothing bounds i at line \d+ in 'unnamed'"
// How often the loop runs is in memory, at a place that the contract does not name.
/*@ requires \valid_read(p + (0 .. 1)); */
int unnamed(const long *p) {
    int s = 0;
    for (long i = p[1]; i > 0; i--) s ^= 1;
    return s;
}

int main(void) {
    long a[2] = {1, 2};
    return unnamed(a);
}
