// entry: get
// expect: unknown
// A byte that is read as signed may be negative.
/*@ requires \valid(p + (0 .. 7)) && *p < 8; */
char get(signed char *p)
{
  return p[*p];
}

int main(void)
{
  signed char a[8] = {-100};
  return get(a);
}
