// entry: at
// expect: unknown
// A number below the bound may be below 0.
int at(int n)
{
  int table[4] = {1, 2, 3, 4};
  if (n > 3)
    return 0;
  return table[n];
}

int main(void)
{
  return at(-1);
}
