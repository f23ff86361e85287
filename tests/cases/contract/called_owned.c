// entry: drop
// expect: proved
#include <stdlib.h>

struct node {
  struct node *next;
};

/*@ requires \owned_list(l, struct node, next); */
void drop(struct node *l)
{
  while (l) {
    struct node *next = l->next;
    free(l);
    l = next;
  }
}

int main(void)
{
  struct node *n = malloc(sizeof *n);
  if (n)
    n->next = NULL;
  drop(n);
  return 0;
}
