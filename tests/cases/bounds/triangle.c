// entry: triangle
// options: --bound iterations
// expect: proved bound~"most.:."
// holds: iterations <= n*n + n
// fails: iterations <= n
// The inner loop goes as far as the outer one has come.
/*@ requires 0 <= n <= 1000; */
int triangle(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) s ^= 1;
    return s;
}

int main(void) { return triangle(5) & 1; }
