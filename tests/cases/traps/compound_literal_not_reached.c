// entry: mark
// expect: proved
// The compound literal, which ends with the `if` that it stands in, is never made: the contract excludes null.
/*@ requires \valid(flag); */
int mark(int n, int *flag)
{
  if (!flag)
    flag = &(int){0};
  *flag = n > 4;
  return *flag;
}

int main(void)
{
  int flag;
  return mark(3, &flag);
}
