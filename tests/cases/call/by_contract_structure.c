// options: --attempt composed
// expect: proved
// The invariant of a structure holds before each call, since `put` says what it changes.
struct ring { unsigned size, head; unsigned char *data; };

/*@ requires \valid(r) && \valid(r->data + (0 .. r->size - 1)) && r->head < r->size && \separated(r, r->data + (0 .. r->size - 1)); */
static void put(struct ring *r, unsigned char c)
{
  r->data[r->head] = c;
  r->head++;
  if (r->head == r->size)
    r->head = 0;
}

/*@ requires \valid(r) && \valid(r->data + (0 .. r->size - 1)) && r->head < r->size && \separated(r, r->data + (0 .. r->size - 1)); */
static void put_two(struct ring *r, unsigned char c)
{
  put(r, c);
  put(r, c);
}

int main(void)
{
  unsigned char bytes[16];
  struct ring r;
  r.size = 16;
  r.head = 3;
  r.data = bytes;
  put_two(&r, 1);
  for (unsigned char i = 0; i < 100; i++)
    put(&r, i);
  return 0;
}
