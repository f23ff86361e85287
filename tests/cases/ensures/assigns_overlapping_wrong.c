// entry: clear
// expect: bad input message~"assigns a part of an object"
// p may point to q[1], which is then assigned in part of an object.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(q + (0 .. 1)); assigns *p; */
void clear(int *p, int *q)
{
  *p = *q;
  q[1] = 0;
}

int main(void)
{
  int a = 3, b[2] = {4, 5};
  clear(&a, b);
  must(b[1] == 5);
  return 0;
}
