// entry: sum
// expect: proved
/*@ requires p <= end && \valid_read(p + (0 .. end - p - 1)); */
unsigned sum(const unsigned char *p, const unsigned char *end)
{
  unsigned s = 0;
  while (p < end)
    s ^= *p++;
  return s;
}

int main(void)
{
  unsigned char a[2] = {1, 2};
  return sum(a, a + 2) != 3;
}
