// entry: cells
// options: --bound iterations
// expect: proved bound~"most.:..*length\(l\).,"
// holds: iterations <= \length(l)
// fails: iterations <= max(0, \length(l) - 1)
// The length of a list that the contract names.
struct cell {
    struct cell *next;
};

/*@ requires \list_read(l, struct cell, next); */
int cells(struct cell *l) {
    int odd = 0;
    while (l) {
        l = l->next;
        odd ^= 1;
    }
    return odd;
}

int main(void) {
    struct cell last = {0}, first = {&last};
    return cells(&first);
}
