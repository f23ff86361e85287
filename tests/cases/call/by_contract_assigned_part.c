// entry: step
// options: --attempt composed
// expect: proved
// The caller's ring is in parts, since its contract assigns a part of it; the callees' contracts describe it whole. Each
// of the two is explored once, with the caller's parts.
struct ring { unsigned char *data; unsigned size, head, tail; };
/*@ predicate ring_ok(struct ring *r) = \valid(r) && 1 <= r->size <= 1000 && \valid(r->data + (0 .. r->size - 1))
      && r->head < r->size && r->tail < r->size && \separated(r, r->data + (0 .. r->size - 1)); */

/*@ requires ring_ok(r); assigns r->tail; ensures ring_ok(r); */
static void forward(struct ring *r)
{
  if (++r->tail == r->size)
    r->tail = 0;
}

/*@ requires ring_ok(r); assigns \nothing; ensures 0 <= \result <= 255; */
static int first(const struct ring *r)
{
  return r->data[r->tail];
}

/*@ requires ring_ok(r); assigns r->tail; ensures ring_ok(r); */
int step(struct ring *r)
{
  int sum = first(r);
  forward(r);
  forward(r);
  return sum + first(r);
}
