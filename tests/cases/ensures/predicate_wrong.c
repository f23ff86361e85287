// entry: grow
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct box {
  int used, room;
};

/*@ predicate box_ok(struct box *b) = \valid(b) && 0 <= b->used && b->used <= b->room; */

/*@ requires box_ok(b) && b->used < 1000; assigns *b; ensures box_ok(b); */
int grow(struct box *b)
{
  b->used++;
  return 1;
}

int main(void)
{
  struct box b = {2, 2};
  grow(&b);
  must(b.used <= b.room);
  return 0;
}
