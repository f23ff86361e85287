// entry: second
// expect: unknown
struct node {
  struct node *next;
  int value;
};

/*@ requires \valid_read(n) && (n->next == \null || \valid_read(n->next)); */
int second(const struct node *n)
{
  int s = 0;
  while (n) {
    s ^= n->value;
    n = n->next;
  }
  return s;
}

int main(void)
{
  struct node b = {(struct node *)8, 2}, a = {&b, 1};
  return second(&a);
}
