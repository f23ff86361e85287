// entry: get
// expect: violated memory safety
struct item {
  int n;
  struct item *next;
};

/*@ predicate below(integer n, integer most) = 0 <= n < most;
    predicate item_ok(struct item *next, int n) = \valid(next) && below(next->n + n, 8); */
/*@ requires \valid(i) && item_ok(i->next, 1); */
int get(struct item *i)
{
  int table[8] = {0};
  return table[i->next->n + 2];
}

int main(void)
{
  return 0;
}
