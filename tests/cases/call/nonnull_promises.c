// entry: f
// expect: proved
// What `nonnull` and `returns_nonnull` promise is shown where it is used; `malloc` and `leaf` promise nothing here.
void *malloc(unsigned long);
void abort(void);

__attribute__((nonnull, returns_nonnull)) static int *next(int *p, int *q)
{
  *q = *p;
  return p + 1;
}

__attribute__((malloc, alloc_size(1), leaf, returns_nonnull)) static void *get(unsigned long n)
{
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}

/*@ requires \valid(p); */
__attribute__((nonnull)) int f(int *p)
{
  int *own = get(2 * sizeof(int));
  own[0] = *p;
  return *next(own, own + 1);
}

int main(void)
{
  int x = 3;
  return f(&x);
}
