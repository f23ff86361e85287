// entry: clear
// expect: proved
// Together they are the whole object.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct pair {
  int a, b;
};

/*@ requires \valid(p); assigns p->b, p->a; ensures p->a == 0 && \valid(p); */
void clear(struct pair *p)
{
  *p = (struct pair){0, 1};
}

int main(void)
{
  struct pair p = {3, 4};
  clear(&p);
  must(p.a == 0);
  return 0;
}
