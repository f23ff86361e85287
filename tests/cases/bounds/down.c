// entry: down
// options: --bound iterations
// expect: proved bound~"most.:."
// holds: iterations <= 2*n
// fails: iterations <= 5
// A loop that counts down by two.
/*@ requires n <= 1000; */
int down(int n) {
    int s = 0;
    while (n > 0) {
        n -= 2;
        s ^= 1;
    }
    return s;
}

int main(void) { return down(7) & 1; }
