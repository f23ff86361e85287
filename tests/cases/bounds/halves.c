// entry: halves
// options: --bound iterations
// expect: proved bound~"most.:."
// Halving: a logarithm, for which a linear bound is found.
/*@ requires n <= 1000; */
int halves(unsigned n) {
    int s = 0;
    while (n > 0) {
        n /= 2;
        s ^= 1;
    }
    return s;
}

int main(void) { return halves(9) & 1; }
