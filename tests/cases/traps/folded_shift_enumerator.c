// expect: bad input
enum { a = __extension__(1 << 40) };
int main(void) { return a; }
