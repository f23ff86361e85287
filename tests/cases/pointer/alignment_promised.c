// expect: unknown reason~"attribute `align` of a result"
// concrete: none (an access of one byte works at any address; the promise alone is broken)
static char b[64];
__attribute__((assume_aligned(32))) static char *place(void) { return b + 1; }
int main(void) { *place() = 1; return 0; }
