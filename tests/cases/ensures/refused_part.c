// entry: f
// expect: bad input message~"assigns a part"
struct pair {
  int a, b;
};

/*@ requires \valid(p); assigns p->a; */
void f(struct pair *p)
{
  p->a = 1;
}

int main(void)
{
  struct pair p;
  f(&p);
  return 0;
}
