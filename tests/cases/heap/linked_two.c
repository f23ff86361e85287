// expect: proved
#include <stdlib.h>

struct node { struct node *next; int value; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = 0;
  for (struct node *p = a; p; p = p->next)
    p->value = 1;
  free(b);
  free(a);
  return 0;
}
