// entry: insque
// expect: unknown
// The predecessor may be the last element.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct element {
  struct element *next, *prev;
};

/*@ requires \valid(new) && (pred == \null || \valid(pred) && \separated(new, pred));
  @ requires pred != \null ==> (pred->next == \null || \valid(pred->next) && \separated(new, pred->next)); */
void insque(struct element *new, struct element *pred)
{
  if (pred == NULL) {
    new->next = new->prev = NULL;
    return;
  }
  new->next = pred->next;
  new->prev = pred;
  pred->next->prev = new;
  pred->next = new;
}

int main(void)
{
  struct element a, b, c;
  insque(&a, NULL);
  insque(&b, &a);
  insque(&c, &a);
  return 0;
}
