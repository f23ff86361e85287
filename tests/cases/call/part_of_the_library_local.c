// expect: proved
// Names that nothing outside the file sees, and a static local, whose name begins with its function's.
static int __memcount(const char *s, char c)
{
  int n = 0;
  while (*s)
    n += *s++ == c;
  return n;
}

static int __secs_to_days(int i)
{
  static const char __string_of_days[3] = {31, 30, 31};
  return __string_of_days[i];
}

int main(void)
{
  return __memcount("a/b", '/') + __secs_to_days(1);
}
