// entry: clear
// expect: proved
// From one cell up to another, which is not touched.
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

/*@ requires \list_segment(p, end, struct node, next); */
void clear(struct node *p, struct node *end)
{
  for (; p != end; p = p->next)
    p->value = 0;
}

int main(void)
{
  struct node *list = make(4);
  clear(list, list->next->next);
  clear(list, list);
  return 0;
}
