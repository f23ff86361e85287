// entry: get
// expect: proved
/*@ requires \valid(p + (0 .. 7)) && *p < 8; */
char get(unsigned char *p)
{
  return p[*p];
}

int main(void)
{
  unsigned char a[8] = {7};
  return get(a);
}
