// entry: step
// options: --attempt composed
// expect: unknown reason~"read-only"
// concrete: none (nothing calls it)
// `forward` writes the head, which the caller's contract does not assign: in the caller's parts it is not writable.
struct ring { unsigned char *data; unsigned size, head, tail; };
/*@ predicate ring_ok(struct ring *r) = \valid(r) && 1 <= r->size <= 1000 && \valid(r->data + (0 .. r->size - 1))
      && r->head < r->size && r->tail < r->size && \separated(r, r->data + (0 .. r->size - 1)); */

/*@ requires ring_ok(r); assigns r->tail, r->head; ensures ring_ok(r); */
static void forward(struct ring *r)
{
  r->head = 0;
  if (++r->tail == r->size)
    r->tail = 0;
}

/*@ requires ring_ok(r); assigns r->tail; ensures ring_ok(r); */
void step(struct ring *r)
{
  forward(r);
}
