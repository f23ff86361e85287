// expect: violated termination
// It never comes back to a state: the stack grows. Whoever checks the refutation has to allow that.
static unsigned deeper(unsigned x) { return deeper(x + 1) + 1; }
int main(void) { return (int)deeper(0); }
