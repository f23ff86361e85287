// expect: unknown reason~"compilers recognise"
// options: -fno-builtin
// expect: unknown reason~"of its own"
// concrete: none (the interpreter copies)
// The assignment becomes a call of the program's memcpy, which copies nothing.
typedef unsigned long size_t;
struct big
{
  char c[4096];
};
static int calls;
static struct big a, b;

void *memcpy(void *d, const void *s, size_t n)
{
  calls++;
  return d;
}

int main(void)
{
  int *p = 0;
  b.c[7] = 1;
  a = b;
  if (a.c[7] == 1 && calls == 0)
    return 0;
  return *p;
}
