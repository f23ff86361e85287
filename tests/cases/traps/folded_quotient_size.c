// expect: bad input
static char t[((-2147483647 - 1) % -1) + 2];
int main(void) { return t[0]; }
