// entry: clear
// expect: unknown reason~"read-only"
// Between the two members are bytes that belong to neither.
// concrete: none (nothing goes wrong but what is promised)

struct pair {
  char a;
  int b;
};

/*@ requires \valid(p); assigns p->b, p->a; */
void clear(struct pair *p)
{
  ((char *)p)[2] = 0;
  p->a = 0;
  p->b = 1;
}

int main(void)
{
  struct pair p = {3, 4};
  clear(&p);
  return p.a;
}
