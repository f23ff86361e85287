// entry: fields
// expect: violated termination
// A length of 255 and its own byte are 0 bytes.
/*@ requires \valid_read(d + (0 .. n - 1)); */
unsigned fields(const unsigned char *d, unsigned short n)
{
  unsigned i = 0, count = 0;
  while (i < n) {
    unsigned char step = d[i] + 1;
    i += step;
    count++;
  }
  return count;
}
int main(void)
{
  static const unsigned char d[3] = {1, 0, 0};
  return fields(d, 3) != 2;
}
