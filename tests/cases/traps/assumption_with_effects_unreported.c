// expect: bad input
// Warnings that the program disables are found in the second compilation.
#pragma clang diagnostic ignored "-Wassume"
int main(void) { int x = 0; __builtin_assume(x++ > 5); return 0; }
