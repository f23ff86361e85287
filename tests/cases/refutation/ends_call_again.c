// entry: look
// expect: proved
/*@ requires \valid_read(p + (0 .. n - 1)) && n < 1000; */
long look(const unsigned char *p, long n, unsigned depth)
{
  if (n < 2)
    return 0;
  return p[1] == 0x80 ? look(p + 2, n - 2, depth + 1) : look(p + 1, n - 1, depth + 1);
}
int main(void)
{
  static const unsigned char p[3] = {0x80, 1, 2};
  return look(p, 3, 0) != 0;
}
