// entry: first
// expect: unknown reason~"satisfies the contract of 'dev_read'"
// concrete: none (what `dev_read` does is decided elsewhere)
// It reads 512 bytes at most.
/*@ requires \valid(p + (0 .. n - 1)) && n <= 512; assigns p[0 .. n - 1]; ensures -1 <= \result <= n; */
int dev_read(int device, unsigned char *p, unsigned long n);

/*@ requires device >= 0; */
int first(int device)
{
  unsigned char buffer[600];
  return dev_read(device, buffer, sizeof buffer);
}
