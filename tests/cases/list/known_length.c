// expect: proved
// Three cells, named one by one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  a->next = b;
  b->next = c;
  c->next = NULL;
  for (struct node *p = a; p != NULL; p = p->next)
    p->value = 0;
  return a->next->next->value;
}
