// entry: f
// expect: unknown
/*@ requires p < end && \valid_read(p + (0 .. end - p - 1)); */
int f(const int *p, const int *end)
{
  int all = 0;
  while (p <= end)
    all ^= *p++;
  return all;
}

int main(void)
{
  const int a[] = {1, 2, 3};
  f(a, a + 3);
  return 0;
}
