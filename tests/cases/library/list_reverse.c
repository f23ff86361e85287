// entry: reverse
// expect: proved
// The cells get other links; they stay the caller's.
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
    done = p;
    p = next;
  }
  return done;
}

int main(void)
{
  reverse(make(4));
  reverse(NULL);
  return 0;
}
