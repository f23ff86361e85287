// entry: follow
// expect: violated termination
// An offset may lead back to itself, and the number of steps keeps the run from the state that it was in.
/*@ requires \valid_read(d + (0 .. n - 1)) && n >= 4; */
int follow(const unsigned char *d, long n)
{
  unsigned at = 2, steps = 0;
  while (at != 0) {
    steps++;
    if (at + 2 > n)
      return -1;
    at = d[at] | (unsigned)d[at + 1] << 8;
  }
  return (int)steps;
}
int main(void)
{
  static const unsigned char d[6] = {0, 0, 4, 0, 0, 0};
  return follow(d, 6);
}
