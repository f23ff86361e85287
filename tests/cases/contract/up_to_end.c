// entry: clear
// expect: proved
/*@ requires \valid(p + (0 .. 3)) && e == p + 4; */
void clear(int *p, int *e)
{
  while (p < e)
    *p++ = 0;
}

int main(void)
{
  int a[4];
  clear(a, a + 4);
  return 0;
}
