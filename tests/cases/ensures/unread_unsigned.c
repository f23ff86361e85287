// entry: get
// expect: proved
// A place that nobody has read holds a number of its type all the same.
struct ring { unsigned long size, next; };

/*@ requires \valid_read(b); assigns \nothing; ensures b->next < b->size ==> \result < b->size; */
unsigned long get(const struct ring *b)
{
  if (b->size == 0)
    return 0;
  if (b->next >= b->size)
    return 0;
  return b->size - b->next - 1;
}

int main(void)
{
  struct ring r = { 3, 1 };
  return get(&r) != 1;
}
