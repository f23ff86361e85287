// entry: sum
// expect: unknown reason~"inside"
// concrete: none (what `dev_read` returns is decided elsewhere)
// All 64 bytes may have been read.
/*@ requires \valid(p + (0 .. n - 1)) && n <= 512; assigns p[0 .. n - 1]; ensures -1 <= \result <= n; */
int dev_read(int device, unsigned char *p, unsigned long n);

/*@ requires device >= 0; */
unsigned sum(int device)
{
  unsigned char buffer[64];
  int got = dev_read(device, buffer, sizeof buffer);
  unsigned total = 0;
  for (int i = 0; i <= got; i++)
    total += buffer[i];
  return total;
}
