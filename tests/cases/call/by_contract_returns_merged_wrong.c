// entry: start
// options: --attempt composed
// expect: unknown reason~"ensures"
// concrete: none (nothing calls it)
// The index may be the size.
struct ring { unsigned char *data; unsigned size, head; };
/*@ predicate ring_ok(struct ring *r) = \valid(r) && 1 <= r->size <= 1000 && \valid(r->data + (0 .. r->size - 1))
      && r->head < r->size && \separated(r, r->data + (0 .. r->size - 1)); */

/*@ requires ring_ok(r) && n <= 500; assigns r->head, r->data[0 .. r->size - 1]; ensures r->head <= r->size; */
static int put(struct ring *r, unsigned n)
{
  int seen = 0;
  r->data[r->head] = (unsigned char)n;
  if (++r->head > r->size)
    r->head = 0;
  for (unsigned k = 0; k < n && k < r->size; k++)
    if (r->data[k] == 7)
      seen |= 1;
  return seen;
}

/*@ requires ring_ok(r) && n <= 500; assigns r->head, r->data[0 .. r->size - 1]; ensures ring_ok(r); */
int start(struct ring *r, unsigned n)
{
  r->head = 0;
  return put(r, n);
}
