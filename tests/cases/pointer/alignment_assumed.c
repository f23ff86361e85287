// expect: unknown reason~"operand bundles"
// concrete: none (an access of one byte works at any address; the promise alone is broken)
// The address is odd; what is assumed of it is not proved.
int main(void) { static char b[8]; char *p = __builtin_assume_aligned(b + 1, 4); *p = 1; return 0; }
