// expect: unknown
// concrete: none (the interpreter's memory holds what was stored)
__attribute__((noinline)) static void seen(volatile unsigned *p)
{
  *p = 2;
}

int main(void)
{
  int a[4] = { 0 };
  volatile unsigned i = 2;
  seen(&i);
  return a[i];
}
