// entry: cube
// options: --bound iterations
// expect: proved bound~"most.:."
// holds: iterations <= 1010100
// fails: iterations <= n*n
// Three loops in each other.
/*@ requires 0 <= n <= 100; */
int cube(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) s ^= 1;
    return s;
}

int main(void) { return cube(3) & 1; }
