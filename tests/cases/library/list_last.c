// entry: last
// expect: proved
// The last cell, by recursion.
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

/*@ requires \list_read(p, struct node, next) && p != \null; */
const struct node *last(const struct node *p)
{
  return p->next == NULL ? p : last(p->next);
}

int main(void)
{
  last(make(3));
  return 0;
}
