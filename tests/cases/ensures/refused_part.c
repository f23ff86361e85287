// entry: set
// expect: bad input message~"a part of an object, and which part"
/*@ requires \valid(p + (0 .. 9)) && 0 <= i < 10; assigns p[i]; */
void set(int *p, int i)
{
  p[i] = 1;
}

int main(void)
{
  int p[10] = {0};
  set(p, 3);
  return 0;
}
