// entry: look
// expect: violated termination
// Each call makes the same call: whoever checks the refutation has to allow a stack without bound.
/*@ requires \valid_read(p + (0 .. n - 1)); */
long look(const unsigned char *p, long n, unsigned depth)
{
  if (n < 2)
    return depth;
  return p[1] == 0x80 ? look(p, n, depth + 1) + 1 : look(p + 1, n - 1, depth + 1);
}
int main(void)
{
  static const unsigned char p[3] = {0x80, 1, 2};
  return look(p, 3, 0) != 2;
}
