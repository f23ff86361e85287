// entry: total
// expect: unknown reason~"read-only memory is not written"
// The called function writes.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

static void note(int *p)
{
  *p = 1;
}

/*@ requires \valid(p); assigns \nothing; ensures \result == 0; */
int total(int *p)
{
  note(p);
  return 0;
}

int main(void)
{
  int a = 0;
  total(&a);
  must(a == 0);
  return 0;
}
