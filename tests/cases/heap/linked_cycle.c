// expect: no termination
#include <stdlib.h>

struct node { struct node *next; int value; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  for (struct node *p = a; p; p = p->next)
    p->value = 1;
  return 0;
}
