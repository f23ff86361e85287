// entry: nth
// expect: proved
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

/*@ requires \list_read(l, struct node, next); */
int nth(const struct node *l, unsigned k)
{
  while (l && k-- > 0)
    l = l->next;
  return l ? l->value : 0;
}

int main(void)
{
  struct node n = {1, NULL};
  return nth(&n, 2);
}
