// entry: never
// expect: bad input message~"no call satisfies"
// Two ranges that overlap by their constants, and are said to be separate.
/*@ requires \valid(p + (0 .. 3)) && \valid(p + (2 .. 5)) && \separated(p + (0 .. 3), p + (2 .. 5)); */
int never(char *p)
{
  return p[3];
}

int main(void)
{
  return 0;
}
