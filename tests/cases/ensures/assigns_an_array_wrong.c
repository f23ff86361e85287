// entry: clear
// expect: unknown
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct s {
  int a[8], b;
};

/*@ requires \valid(r); assigns r->a[0 .. sizeof(r->a) / sizeof(r->a[0]) - 1]; ensures r->b == \old(r->b); */
void clear(struct s *r)
{
  for (unsigned i = 0; i < 9; i++)
    r->a[i] = 0;
}

int main(void)
{
  struct s s = {{1, 2}, 3};
  clear(&s);
  must(s.b == 3);
  return 0;
}
