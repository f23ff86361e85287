// entry: append
// expect: bad input
// Two lists of which nothing says whether they share cells.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *make(int n)
{
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    p->value = i;
    p->next = head;
    head = p;
  }
  return head;
}

/*@ requires \list(a, struct node, next) && \list(b, struct node, next);
  */
struct node *append(struct node *a, struct node *b)
{
  if (a == NULL)
    return b;
  struct node *p = a;
  while (p->next != NULL)
    p = p->next;
  p->next = b;
  for (p = a; p != NULL; p = p->next)
    p->value = 0;
  return a;
}

int main(void)
{
  append(make(2), make(3));
  append(NULL, make(1));
  return 0;
}
