// entry: put
// expect: violated memory safety
// The head goes round one step too late.
struct ring {
  unsigned char *data;
  unsigned size, head;
};

/*@ predicate inside(struct ring *r, unsigned i) = i < r->size; */
/*@ predicate ring_ok(struct ring *r) = \valid(r) && \valid(r->data + (0 .. r->size - 1)) && inside(r, r->head)
      && \separated(r, r->data + (0 .. r->size - 1)); */

/*@ requires ring_ok(r); */
void put(struct ring *r, unsigned char c)
{
  r->head++;
  r->data[r->head] = c;
  if (r->head == r->size)
    r->head = 0;
}

int main(void)
{
  unsigned char data[4];
  struct ring r = {data, 4, 3};
  put(&r, 1);
  return 0;
}
