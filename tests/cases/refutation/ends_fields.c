// entry: fields
// expect: proved
/*@ requires \valid_read(d + (0 .. n - 1)); */
unsigned fields(const unsigned char *d, unsigned short n)
{
  unsigned i = 0, count = 0;
  while (i < n) {
    i += d[i] + 1u;
    count++;
  }
  return count;
}
int main(void)
{
  static const unsigned char d[3] = {1, 0, 0};
  return fields(d, 3) != 2;
}
