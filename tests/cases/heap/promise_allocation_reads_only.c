// expect: unknown message~"says more of calloc"
// concrete: none (what is promised is no value)
// Two equal calls that only read memory give one block.
typedef unsigned long size_t;
void *calloc(size_t, size_t) __attribute__((pure));

int main(void)
{
  int *p = calloc(4, 4), *q = calloc(4, 4);
  p[0] = 1;
  if (q[0] == 1)
    for (;;)
      ;
  return 0;
}
