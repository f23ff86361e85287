// entry: __memrchr
// expect: proved
// options: -fno-builtin
// expect: proved
// No function of the library is called, so none can call this one.
typedef unsigned long size_t;

//@ requires \valid_read((const unsigned char *)m + (0 .. n - 1));
void *__memrchr(const void *m, int c, size_t n)
{
  const unsigned char *s = m;
  c = (unsigned char)c;
  while (n--)
    if (s[n] == c)
      return (void *)(s + n);
  return 0;
}

int main(void)
{
  return __memrchr("a/b", '/', 4) == 0;
}
