// entry: kind
// expect: unknown
static int cells[3] = { 2, 0, 1 };
int *const first = cells;

/*@ requires \true; */
int kind(unsigned char c)
{
  int a[3] = { 0 };
  return a[cells[c % 3]];
}

int main(void)
{
  *first = 70000000;
  return kind(0);
}
