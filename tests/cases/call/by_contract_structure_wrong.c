// options: --attempt composed
// expect: violated memory safety
// The structure promises more than there is at its pointer.
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
  unsigned char bytes[15];
  struct ring r;
  r.size = 16;
  r.head = 3;
  r.data = bytes;
  put_two(&r, 1);
  for (unsigned char i = 0; i < 100; i++)
    put(&r, i);
  return 0;
}
