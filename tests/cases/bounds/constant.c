// options: --bound iterations
// expect: proved bound~"most.:.1000.,"
// holds: iterations <= 1000
// fails: iterations <= 999
// Without parameters a bound is a number.
int main(void) {
    int s = 0;
    for (int i = 0; i < 1000; i++) s ^= i;
    return s & 1;
}
