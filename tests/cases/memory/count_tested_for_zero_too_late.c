// entry: drain
// expect: unknown
// The count is one too large where it is an index.
struct queue { unsigned count; unsigned char bytes[64]; };

/*@ requires \valid(q) && q->count <= 64; */
int drain(struct queue *q)
{
    int sum = 0;
    if (!q->count)
        return -1;
    while (q->count > 0) {
        sum ^= q->bytes[q->count]; q->count--;
    }
    return sum;
}

int main(void)
{
    struct queue q = { 64, { 1, 2, 3 } };
    return drain(&q);
}
