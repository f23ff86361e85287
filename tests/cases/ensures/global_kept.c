// entry: clear
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

int level;

/*@ requires \valid(p) && \separated(p, &level); assigns *p; ensures level == \old(level); */
void clear(int *p)
{
  *p = level / 2;
}

int main(void)
{
  int a;
  level = 3;
  clear(&a);
  must(level == 3);
  return 0;
}
