// expect: unknown reason~"the byte read as _Bool is 0 or 1"
// concrete: none (the interpreter knows no atomic operations)
int t[4];

int main(void)
{
  _Atomic _Bool b = 0;
  *(char *)&b = 100;
  return t[b];
}
