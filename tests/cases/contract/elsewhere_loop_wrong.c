// entry: all
// expect: no termination
// concrete: none (what `dev_read` returns is decided elsewhere)
// It may read nothing, again and again.
/*@ requires \valid(p + (0 .. n - 1)) && 1 <= n <= 4096; assigns p[0 .. n - 1]; ensures -1 <= \result <= n; */
int dev_read(int device, unsigned char *p, int n);

/*@ requires \valid(p + (0 .. n - 1)) && 0 <= n <= 4096; */
int all(int device, unsigned char *p, int n)
{
  int done = 0;
  while (done < n) {
    int got = dev_read(device, p + done, n - done);
    if (got < 0)
      break;
    done += got;
  }
  return done;
}
