// expect: unknown
// concrete: none (only the promise is broken)
// Null, which is never looked at, breaks the promise.
__attribute__((nonnull(1), noinline)) static int first(int *p, int n)
{
  return n;
}

int main(int argc, char **argv)
{
  return first((int *)0, argc);
}
