// expect: memory-safe only
// It runs forever, but never comes back to a state: the stack grows.
static unsigned deeper(unsigned x) { return deeper(x + 1) + 1; }
int main(void) { return (int)deeper(0); }
