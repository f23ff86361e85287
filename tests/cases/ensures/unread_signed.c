// entry: get
// expect: unknown
struct ring { long size, next; };

void must(int condition)
{
  static volatile int zero;
  if (!condition)
    zero = 1 / zero;
}

/*@ requires \valid_read(b); assigns \nothing; ensures b->next < b->size ==> \result < b->size; */
long get(const struct ring *b)
{
  if (b->size == 0)
    return 0;
  if (b->next >= b->size || b->next < 0)
    return -1;
  return b->size - b->next - 1;
}

int main(void)
{
  struct ring r = { 0, -1 };
  must(get(&r) < r.size);
  return 0;
}
