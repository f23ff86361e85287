// entry: length
// expect: unknown
// The cell behind the last is looked at.
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

/*@ requires \list_read(p, struct node, next); */
unsigned length(const struct node *p)
{
  unsigned n = 0;
  for (; p->next != NULL; p = p->next)
    n++;
  return n;
}

int main(void)
{
  length(make(3));
  length(NULL);
  return 0;
}
