// entry: f
// expect: proved
/*@ requires i < 4; */
int f(unsigned i)
{
  const unsigned char order[4] = { 3, 0, 2, 1 };
  int to[4] = { 0, 1, 2, 3 };
  return to[order[i]];
}

int main(void)
{
  return f(0) + f(3);
}
