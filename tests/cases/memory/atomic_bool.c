// expect: proved
int t[2];

int main(void)
{
  _Atomic _Bool b = 0;
  b = 1;
  return t[b];
}
