// expect: bad input
// The number is 4 for clang and 1 for gcc.
int main(void) { int *null = 0; if (__builtin_classify_type((_Bool)1) == 1) *null = 1; return 0; }
