// entry: from_global
// options: --bound iterations
// expect: proved bound~"no bound is found for what happens from line \d+ in 'from_global' on"
// A variable of the file says how often the loop runs, and no contract names it.
static long limit = 4;

void set_limit(long n) { limit = n; }

/*@ requires \true; */
int from_global(void) {
    int s = 0;
    for (long i = 0; i < limit; i++) s ^= 1;
    return s;
}

int main(void) { return from_global(); }
