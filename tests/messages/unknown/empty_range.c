// $ haltcert prove empty_range.c --entry put --no-refute
struct ring { unsigned char *data; unsigned size, head; };
/*@ predicate ring_ok(struct ring *r) = \valid(r) && \valid(r->data + (0 .. r->size - 1)) && \separated(r, r->data + (0 .. r->size - 1)); */
/*@ requires ring_ok(r); assigns *r, r->data[0 .. r->size - 1]; ensures ring_ok(r) && r->size == \old(r->size); */
void put(struct ring *r, unsigned char c)
{
    r->data[r->head] = c;
    r->head = (r->head + 1) % r->size;
}
