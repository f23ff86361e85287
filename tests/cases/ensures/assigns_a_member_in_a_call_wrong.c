// entry: second
// expect: unknown
struct pair {
  int a, b;
};

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

static void set(int *to, int value)
{
  *to = value;
}

/*@ requires \valid(p); assigns p->b; ensures p->b == 5 && p->a == \old(p->a); */
void second(struct pair *p)
{
  set(&p->a, 5);
}

int main(void)
{
  struct pair p = {3, 4};
  second(&p);
  must(p.a == 3);
  return 0;
}
