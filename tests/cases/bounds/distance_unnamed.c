// entry: skip
// options: --bound iterations
// expect: proved bound~"no bound is found for what happens from line \d+ in 'skip' on"
// How far it is to the end of the array says no pointer of the contract: what a pointer is says nothing of that.
static unsigned char line[1000];
static unsigned char *at = line;

/*@ requires \valid(p) && *p == 0; */
void skip(unsigned char *p) {
    while (at < line + 1000) at++;
}

int main(void) {
    unsigned char c = 0;
    skip(&c);
    return 0;
}
