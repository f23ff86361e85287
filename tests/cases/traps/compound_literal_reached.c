// entry: mark
// expect: unknown
// concrete: none (the module does not mark where the object ends)
// Null is allowed, and then the compound literal has ended where it is used.
/*@ requires flag == \null || \valid(flag); */
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
