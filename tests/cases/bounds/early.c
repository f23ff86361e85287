// entry: early
// options: --bound iterations
// expect: proved bound~"most.:.n.,"
// A loop that may end before its bound.
/*@ requires 0 <= n <= 1000; */
int early(int n, int stop) {
    int i = 0;
    while (i < n) {
        if (i == stop) break;
        i++;
    }
    return i;
}

int main(void) { return early(4, 2); }
