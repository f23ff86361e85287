// entry: clear
// expect: unknown reason~"read-only memory is not written"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p); assigns \nothing; */
void clear(int *p)
{
  *p = 0;
}

int main(void)
{
  int a = 3;
  clear(&a);
  must(a == 3);
  return 0;
}
