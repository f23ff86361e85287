// expect: unknown
// concrete: none (the interpreter's memory holds what was stored)
static volatile unsigned i = 2;

int main(void)
{
  int a[4] = { 0 };
  return a[i];
}
