// expect: unknown
static int f(int x) { return x; }

int main(void) { return *(const char *)f; }
