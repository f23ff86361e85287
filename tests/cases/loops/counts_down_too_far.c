// entry: f
// expect: violated memory safety
// More is filled than there is.
typedef unsigned long size_t;

static void fill(void *to, int c, size_t n)
{
  unsigned char *s = to;
  size_t k;
  if (n <= 2)
    return;
  s[1] = c;
  s[n - 2] = c;
  if (n <= 6)
    return;
  s[3] = c;
  if (n <= 8)
    return;
  k = -(size_t)s & 3;
  s += k;
  n += 4 - k;
  n &= -4;
  for (; n; n--, s++)
    *s = c;
}

//@ requires valid_read_string(s);
int f(const char *s)
{
  size_t set[4];
  if (!s[0])
    return 0;
  fill(set, 0, sizeof set);
  return set[s[0] & 3] == 0;
}

int main(void)
{
  return f("a");
}
