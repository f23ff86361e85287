// entry: f
// expect: unknown reason~"what the contract ensures at this return"
// concrete: none (nothing goes wrong but what is promised)
// Parts of an object are not apart from it.
struct pair {
  int a, b;
};

/*@ requires \valid(p); assigns p->b; ensures \separated(p, &p->b); */
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
