// entry: sum
// expect: unknown
// concrete: none (dev_read is not there)
// The result is at most 32.
/*@ requires \valid(p + (0 .. n - 1)) && n <= 512; assigns p[0 .. n - 1]; ensures -1 <= \result <= n; */
int dev_read(int device, unsigned char *p, unsigned long n);

unsigned sum(int device)
{
  unsigned char buffer[32];
  int got = dev_read(device, buffer, sizeof buffer);
  unsigned total = 0;
  for (int i = 0; i <= got; i++)
    total += buffer[i];
  return total;
}
