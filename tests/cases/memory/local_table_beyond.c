// entry: f
// expect: unknown
/*@ requires i < 4; */
int f(unsigned i)
{
  const unsigned char order[4] = { 3, 0, 4, 1 };
  int to[4] = { 0, 1, 2, 3 };
  return to[order[i]];
}

int main(void)
{
  return f(2);
}
