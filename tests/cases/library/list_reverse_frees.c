// entry: reverse
// expect: unknown
// The cells are the caller's: they may not be freed.
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
struct node *reverse(struct node *p)
{
  struct node *done = NULL;
  while (p != NULL) {
    struct node *next = p->next;
    p->next = done;
    free(p);
    done = NULL;
    p = next;
  }
  return done;
}

int main(void)
{
  struct node cell = {0, NULL};
  reverse(&cell);
  reverse(NULL);
  return 0;
}
