// entry: f
// expect: proved
// What is stored to the variable is loaded from it; what it points to may change.
/*@ requires \valid_read(p + (0 .. n - 1)); */
int f(const unsigned char *p, unsigned n)
{
  const volatile unsigned char *volatile q = p;
  int d = 0;
  for (unsigned i = 0; i < n; i++)
    d |= q[i];
  return d;
}

int main(void)
{
  unsigned char a[3] = { 1, 2, 3 };
  return f(a, 3) != 3;
}
