// entry: f
// expect: unknown reason~"what the contract ensures at this return"
// concrete: none (nothing goes wrong but what is promised)
struct pair {
  int a, b;
};

/*@ requires \valid(p); assigns p->b; ensures \valid(p + (0 .. 1)); */
void f(struct pair *p)
{
  p->b = 1;
}

int main(void)
{
  struct pair p;
  f(&p);
  return 0;
}
