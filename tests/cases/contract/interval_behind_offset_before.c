// entry: clear
// expect: unknown
// The element in front of the interval is not in it.
/*@ requires 0 < n < 1000 && \valid(p + 1 + (0 .. n - 1)); */
void clear(int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = 0;
}

int main(void)
{
    int a[3];
    clear(a - 1, 3);
    return 0;
}
