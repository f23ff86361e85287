// expect: bad input
// C converts the argument to 1, gcc takes 2 or 0, and clang its lowest bit, which is 0.
int f(b) _Bool b; { return b; }
int main(void) { int *null = 0; if (f(2)) *null = 1; return 0; }
