// $ haltcert prove compares_and_counts.c --no-refute
#include <stdlib.h>

static int calls;

static int by_number(const void *a, const void *b) {
    calls++;
    return *(const int *)a < *(const int *)b ? -1 : 1;
}

int main(void) {
    int a[3] = {3, 1, 2};
    qsort(a, 3, sizeof a[0], by_number);
    return calls;
}
