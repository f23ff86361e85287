// entry: move
// expect: proved
// The range moves behind the one that it was.
/*@ requires \valid(p) && \valid(*p + (0 .. 7)) && \separated(p, *p + (0 .. 7)); assigns *p;
    ensures \separated(*p + (0 .. 3), \old(*p) + (0 .. 3)); */
void move(char **p)
{
  *p = *p + 4;
}

int main(void)
{
  char room[8], *p = room;
  move(&p);
  return p - room;
}
