// entry: makes
// options: --bound heap
// expect: proved bound~"most.:.4.,"
// holds: heap <= 4
// fails: heap <= 3
// A block that is freed was there all the same.
#include <stdlib.h>

/*@ requires \true; */
int makes(void) {
    free(malloc(4));
    return 0;
}

int main(void) { return makes(); }
