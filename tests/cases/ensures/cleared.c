// entry: clear
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p); ensures n > 0 ==> *p == 0; */
void clear(int *p, int n)
{
  if (n > 0)
    *p = 0;
}

int main(void)
{
  int a = 3;
  clear(&a, 1);
  must(a == 0);
  return 0;
}
