// entry: doubled
// options: --bound iterations
// expect: proved bound~"no bound is found for what happens from line \d+ in 'doubled' on"
// What is counted down was doubled in each round before.
/*@ requires 0 <= n <= 20; */
int doubled(int n) {
    unsigned s = 1;
    for (int i = 0; i < n; i++) s *= 2;
    while (s > 0) s--;
    return 0;
}

int main(void) { return doubled(4); }
