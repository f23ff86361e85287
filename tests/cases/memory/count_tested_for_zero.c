// entry: drain
// expect: proved
// A count behind a pointer is only compared with 0 at first, and is a number of bytes then.
struct queue { unsigned count; unsigned char bytes[64]; };

/*@ requires \valid(q) && q->count <= 64; */
int drain(struct queue *q)
{
    int sum = 0;
    if (!q->count)
        return -1;
    while (q->count > 0) {
        q->count--;
        sum ^= q->bytes[q->count];
    }
    return sum;
}

int main(void)
{
    struct queue q = { 3, { 1, 2, 3 } };
    return drain(&q);
}
