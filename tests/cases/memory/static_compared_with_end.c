// entry: f
// expect: proved
// What is compared is known to point to the variable.
static int n[4] = { 3, 2, 1, 0 };
static int t[4];

int has(int k)
{
  for (const int *p = n; p < n + 4; p++)
    if (p && *p == k)
      return 1;
  return 0;
}

/*@ requires k >= 0; */
int f(int k)
{
  return has(k) ? t[n[1]] : 0;
}
