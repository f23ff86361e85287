// entry: second
// expect: unknown reason~"what the contract ensures at this return"
/*@ requires \valid(p + (0 .. 1)); ensures \valid(\result + 1); */
int *second(int *p)
{
  return p + 1;
}

int main(void)
{
  int a[2];
  second(a)[1] = 3;
  return 0;
}
