// entry: between
// options: --bound iterations
// expect: proved bound~"most.:.max\(0, high \- low\).,"
// holds: iterations <= max(0, high - low)
// fails: iterations <= low
// The distance of two parameters.
/*@ requires 0 <= low <= 1000 && 0 <= high <= 1000; */
int between(int low, int high) {
    int s = 0;
    while (low < high) {
        low++;
        s ^= 1;
    }
    return s;
}

int main(void) { return between(3, 7); }
