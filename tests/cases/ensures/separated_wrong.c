// entry: move
// expect: unknown reason~"what the contract ensures at this return: .*separated"
// The two ranges behind `ensures` have one byte in common.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(*p + (0 .. 7)) && \separated(p, *p + (0 .. 7)); assigns *p;
    ensures \separated(*p + (0 .. 3), \old(*p) + (0 .. 3)); */
void move(char **p)
{
  *p = *p + 3;
}

int main(void)
{
  char room[8], *p = room;
  move(&p);
  must(p - room >= 4);
  return 0;
}
