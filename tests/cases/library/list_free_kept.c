// entry: destroy
// expect: unknown
// The caller keeps the cells.
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

/*@ requires \list(p, struct node, next); */
void destroy(struct node *p)
{
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void)
{
  struct node cell = {0, NULL};
  destroy(&cell);
  return 0;
}
