// entry: sum
// expect: proved message~"defined elsewhere keep the contracts.*: dev_read"
// A function of another file fills a buffer; its contract stands above the prototype, and is a part of the claim.
/*@ requires \valid(p + (0 .. n - 1)) && n <= 512; assigns p[0 .. n - 1]; ensures -1 <= \result <= n; */
int dev_read(int device, unsigned char *p, unsigned long n);

/*@ requires device >= 0; */
unsigned sum(int device)
{
  unsigned char buffer[64];
  int got = dev_read(device, buffer, sizeof buffer);
  unsigned total = 0;
  for (int i = 0; i < got; i++)
    total += buffer[i];
  return total;
}
