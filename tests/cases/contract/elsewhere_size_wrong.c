// entry: first
// expect: unknown reason~"inside"
// concrete: none (what `dev_read` does is decided elsewhere)
// The buffer is shorter than what may be written.
/*@ requires \valid(p + (0 .. n - 1)) && n <= 512; assigns p[0 .. n - 1]; ensures -1 <= \result <= n; */
int dev_read(int device, unsigned char *p, unsigned long n);

/*@ requires device >= 0; */
int first(int device)
{
  unsigned char buffer[64];
  return dev_read(device, buffer, sizeof buffer + 1);
}
