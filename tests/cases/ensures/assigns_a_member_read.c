// entry: sum
// gap: proved
// A copy of the whole structure is an access to bytes that are assigned and to others.
struct pair {
  int a, b;
};

/*@ requires \valid(p) && 0 <= p->a < 100 && 0 <= p->b < 100; assigns p->b; */
int sum(struct pair *p)
{
  struct pair copy = *p;
  p->b = 1;
  return copy.a + copy.b;
}

int main(void)
{
  struct pair p = {3, 4};
  return sum(&p) - 7;
}
