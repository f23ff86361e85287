// entry: remque
// expect: proved
// An element of a doubly linked list is unlinked.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct element {
  struct element *next, *prev;
};

/*@ requires \valid(e) && \list(e->next, struct element, next);
  @ requires \separated(e, e->next) && (e->prev == \null || \valid(e->prev));
  @ requires e->prev != \null ==> \separated(e->prev, e) && \separated(e->prev, e->next); */
void remque(struct element *e)
{
  if (e->next != NULL)
    e->next->prev = e->prev;
  if (e->prev != NULL)
    e->prev->next = e->next;
}

int main(void)
{
  struct element a = {NULL, NULL}, b = {NULL, &a};
  a.next = &b;
  remque(&b);
  return 0;
}
