// entry: kind
// expect: unknown
static int cells[3] = { 2, 0, 1 };

static void put(int *t, int v)
{
  t[1] = v;
}

/*@ requires \true; */
int kind(unsigned char c)
{
  int a[3] = { 0 };
  return a[cells[c % 3]];
}

int main(void)
{
  put(cells, 70000000);
  return kind(1);
}
