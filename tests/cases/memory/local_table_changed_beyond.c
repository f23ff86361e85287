// entry: f
// expect: unknown
/*@ requires i < 4; */
int f(unsigned i)
{
  int cells[4] = { 0 };
  unsigned char order[4] = { 3, 0, 2, 1 };
  order[i] = 9;
  return cells[order[3 - i]] + cells[order[i]];
}

int main(void)
{
  return f(2);
}
