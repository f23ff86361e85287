// entry: put
// expect: unknown reason~"read-only"
struct ring {
  unsigned head, tail, size;
  unsigned char *data;
};

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ predicate ring_ok(struct ring *r) = \valid(r) && \valid(r->data + (0 .. r->size - 1)) && \separated(r, r->data + (0 .. r->size - 1)) && r->head < r->size && r->tail < r->size; */

/*@ requires ring_ok(r);
  @ assigns r->head, r->data[0 .. r->size - 1];
  @ ensures ring_ok(r) && (\result == 0 || \result == 1); */
int put(struct ring *r, unsigned char c)
{
  unsigned next = r->head + 1;
  if (next == r->size)
    next = 0;
  if (next == r->tail)
    return 0;
  r->data[r->head] = c;
  r->tail = next;
  return 1;
}

int main(void)
{
  unsigned char data[4];
  struct ring r = {1, 3, 4, data};
  put(&r, 5);
  must(r.tail == 3);
  return 0;
}
