// entry: straight
// options: --bound instructions
// expect: proved bound~"most.:.6.,"
// No loop: a number of instructions.
/*@ requires 0 <= n <= 1000; */
int straight(int n) { return n > 5 ? n * 2 : n + 1; }

int main(void) { return straight(3) - 4; }
