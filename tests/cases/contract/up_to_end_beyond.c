// entry: clear
// expect: unknown
/*@ requires \valid(p + (0 .. 3)) && e == p + 5; */
void clear(int *p, int *e)
{
  while (p < e)
    *p++ = 0;
}

int main(void)
{
  int a[4];
  clear(a, a + 5);
  return 0;
}
