// entry: last
// expect: unknown reason~"'__memrchr' beside 'strrchr'"
// concrete: none (the interpreter has no library)
// A library's strrchr calls this one.
typedef unsigned long size_t;
char *strrchr(const char *, int);

void *__memrchr(const void *m, int c, size_t n)
{
  return 0;
}

//@ requires valid_read_string(s);
char last(const char *s)
{
  char *p = strrchr(s, '/');
  return p ? *p : 0;
}

int main(void)
{
  return last("a/b");
}
