// entry: get
// expect: proved
// A hexadecimal number may be unsigned where a decimal one is a long.
static int t[4];

/*@ requires 0 <= i < sizeof(i + 0xffffffff) && i < sizeof(1L); */
int get(int i)
{
  return t[i];
}

int main(void)
{
  return get(3);
}
