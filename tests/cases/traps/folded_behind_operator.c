// expect: bad input
#define QUIET _Pragma("GCC diagnostic ignored \"-Winteger-overflow\"")
QUIET static int x = 2147483647 + 1;
int main(void) { return x == 0; }
