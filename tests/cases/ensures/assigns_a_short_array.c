// entry: clear
// expect: proved
// An array that is smaller than a pointer.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct s {
  char a[4], b;
};

/*@ requires \valid(r) && r->a[0] > 0; assigns r->a; ensures r->a[0] == 0 && r->b == \old(r->b); */
void clear(struct s *r)
{
  for (unsigned i = 0; i < 4; i++)
    r->a[i] = 0;
}

int main(void)
{
  struct s s = {{1, 2}, 3};
  clear(&s);
  must(s.b == 3 && s.a[0] == 0);
  return 0;
}
