// entry: count
// expect: no termination
struct ring { unsigned head, tail; int buffer[16]; };
/*@ requires \valid(r) && r->head < 16 && r->tail < 16; */
int count(struct ring *r)
{
    int n = 0;
    while (r->tail != r->head) {
        n ^= r->buffer[r->tail];
        r->tail = (r->tail + 2) % 16;
    }
    return n;
}
