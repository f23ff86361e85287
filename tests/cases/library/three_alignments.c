// entry: move
// expect: proved

/*@ requires 0 <= n && \valid(l + (0 .. n - 1)) && \valid(s + (0 .. n - 1)) && \valid_read(i + (0 .. n - 1)); */
void move(long long *l, short *s, const int *i, int n)
{
  for (int k = 0; k < n; k++) {
    s[k] = (short)l[k];
    l[k] = i[k];
  }
}

int main(void)
{
  long long l[4] = {1, 2, 3, 4};
  move(l, (short *)l + 1, (int *)l + 1, 3);
  move(l, (short *)l, (int *)l, 4);
  return 0;
}
