// entry: grow
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct box {
  int used, room;
};

/*@ predicate box_ok(struct box *b) = \valid(b) && 0 <= b->used && b->used <= b->room; */

/*@ requires box_ok(b); assigns *b; ensures box_ok(b) && b->room == \old(b->room); */
int grow(struct box *b)
{
  if (b->used == b->room)
    return 0;
  b->used++;
  return 1;
}

int main(void)
{
  struct box b = {1, 2};
  grow(&b);
  must(b.used <= b.room);
  return 0;
}
