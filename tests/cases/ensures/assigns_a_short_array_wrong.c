// entry: clear
// expect: unknown reason~"read-only"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct s {
  char a[4], b;
};

/*@ requires \valid(r) && r->a[0] > 0; assigns r->a; */
void clear(struct s *r)
{
  r->a[0] = 0;
  r->b = 0;
}

int main(void)
{
  struct s s = {{1, 2}, 3};
  clear(&s);
  must(s.b == 3);
  return 0;
}
