// entry: makes
// options: --bound heap
// expect: proved bound~"this resource cannot be bounded yet in this program"
// Memory of malloc is not bounded yet.
#include <stdlib.h>

/*@ requires \true; */
int makes(void) {
    free(malloc(4));
    return 0;
}

int main(void) { return makes(); }
