// options: --entry divide
// expect: violated memory safety
int divide(int x, int y) { return x / y; }
