// entry: second
// expect: proved
struct node {
  struct node *next;
  int value;
};

/*@ requires \valid_read(n) && (n->next == \null || \valid_read(n->next) && n->next->next == \null); */
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
  struct node b = {0, 2}, a = {&b, 1};
  return second(&a) - 3;
}
