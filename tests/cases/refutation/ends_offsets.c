// entry: follow
// expect: proved
// Offsets only lead on.
/*@ requires \valid_read(d + (0 .. n - 1)) && 4 <= n <= 70000; */
int follow(const unsigned char *d, long n)
{
  unsigned at = 2, steps = 0;
  while (at != 0) {
    steps++;
    if (at + 2 > n)
      return -1;
    unsigned next = d[at] | (unsigned)d[at + 1] << 8;
    if (next <= at)
      break;
    at = next;
  }
  return (int)(steps & 1);
}
int main(void)
{
  static const unsigned char d[6] = {0, 0, 4, 0, 0, 0};
  return follow(d, 6);
}
