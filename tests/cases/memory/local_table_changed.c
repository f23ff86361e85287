// entry: f
// expect: proved
/*@ requires i < 4 && to < 4; */
int f(unsigned i, unsigned char to)
{
  int cells[8] = { 0 };
  unsigned char order[4] = { 3, 0, 2, 1 };
  int before = cells[order[i]];
  order[2] = 7;
  return before + cells[order[i]];
}

int main(void)
{
  return f(2, 1);
}
