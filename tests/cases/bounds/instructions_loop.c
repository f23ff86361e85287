// entry: summed
// options: --bound instructions
// expect: proved bound~"most.:.8\*n \+ 7.,"
// Each round takes a number of instructions.
/*@ requires 0 <= n <= 1000; */
int summed(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= i;
    return s;
}

int main(void) { return summed(3) - 3; }
