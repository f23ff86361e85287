// entry: swap
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
  char tag;
  int value;
};

/*@ requires \valid(p) && \valid(q); */
void swap(struct pair *p, struct pair *q)
{
  int t = p->value;
  p->value = q->value;
  q->value = t;
}

int main(void)
{
  struct pair a = {1, 2}, b = {3, 4};
  swap(&a, &b);
  swap(&a, &a);
  return 0;
}
