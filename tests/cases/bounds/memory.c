// entry: stored
// options: --bound iterations
// expect: proved bound~"most.:.i32\[p \+ 0\].,"
// holds: iterations <= i32[p]
// fails: iterations <= 1
// The bound is in memory, where the contract names it.
/*@ requires \valid_read(p) && 0 <= *p <= 1000; */
int stored(const int *p) {
    int s = 0;
    for (int i = 0; i < *p; i++) s ^= 1;
    return s;
}

int main(void) {
    int n = 4;
    return stored(&n);
}
