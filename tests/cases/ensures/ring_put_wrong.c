// entry: put
// expect: unknown reason~"what the contract ensures at this return"
// The index does not begin anew.
struct ring {
  unsigned head, tail, size;
  unsigned char *data;
};

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(r) && r->size > 0 && r->head < r->size;
  @ requires \valid(r->data + (0 .. r->size - 1)) && \separated(r, r->data + (0 .. r->size - 1));
  @ assigns *r, r->data[0 .. r->size - 1];
  @ ensures r->head < r->size && r->size == \old(r->size) && (\result == 0 || \result == 1); */
int put(struct ring *r, unsigned char c)
{
  unsigned next = r->head + 1;
  
  if (next == r->tail)
    return 0;
  r->data[r->head] = c;
  r->head = next;
  return 1;
}

int main(void)
{
  unsigned char data[2];
  struct ring r = {1, 1, 2, data};
  put(&r, 5);
  must(r.head < r.size);
  return 0;
}
