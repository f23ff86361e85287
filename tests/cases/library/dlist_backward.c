// entry: last_to_first
// expect: proved
// A doubly linked list: to its end and back.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next, *prev;
};

/*@ requires \dlist(p, struct node, next, prev); */
unsigned last_to_first(struct node *p)
{
  unsigned n = 0;
  if (p == NULL)
    return 0;
  while (p->next != NULL)
    p = p->next;
  for (; p != NULL; p = p->prev)
    n++;
  return n;
}

int main(void)
{
  struct node a = {0, NULL, NULL}, b = {1, NULL, &a};
  a.next = &b;
  last_to_first(&a);
  last_to_first(NULL);
  return 0;
}
