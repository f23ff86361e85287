// entry: local
// expect: unknown reason~"what the contract ensures at this return"
/*@ ensures \valid(\result); */
int *local(void)
{
  int x[2] = {5, 6};
  int *p = x;
  return p + 1;
}

int main(void)
{
  *local() = 5;
  return 0;
}
