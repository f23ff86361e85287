// entry: at
// expect: unknown
// A negative number is a large one without a sign.
int at(int n)
{
  int table[4] = {1, 2, 3, 4};
  if (n < 0 && (unsigned)n > 100)
    return table[n & 7];
  return 0;
}

int main(void)
{
  return at(-1);
}
