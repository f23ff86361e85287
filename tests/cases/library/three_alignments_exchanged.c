// entry: move
// expect: unknown reason~"aligned to 4 bytes"

/*@ requires 0 <= n && \valid(l + (0 .. n - 1)) && \valid(s + (0 .. 2 * n - 1)) && \valid_read(i + (0 .. n - 1)); */
void move(long long *l, short *s, const int *i, int n)
{
  for (int k = 0; k < n; k++)
    ((int *)s)[k] = (int)l[k] ^ i[k];
}

int main(void)
{
  long long l[4] = {1, 2, 3, 4};
  move(l, (short *)l + 1, (int *)l + 1, 3);
  return 0;
}
