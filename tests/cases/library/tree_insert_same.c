// entry: tsearch
// expect: no termination
// The call is for the same cell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *left, *right;
};

static struct node *make(int low, int high)
{
  if (low >= high)
    return NULL;
  struct node *t = malloc(sizeof *t);
  t->key = low + (high - low) / 2;
  t->left = make(low, t->key);
  t->right = make(t->key + 1, high);
  return t;
}

/*@ requires \tree(t, struct node, left, right); */
struct node *tsearch(struct node *t, int key)
{
  if (t == NULL) {
    t = malloc(sizeof *t);
    t->key = key;
    t->left = t->right = NULL;
    return t;
  }
  if (key < t->key)
    t->left = tsearch(t->left, key);
  else if (key > t->key)
    t->right = tsearch(t, key);
  return t;
}

int main(void)
{
  struct node *t = make(0, 5);
  t = tsearch(t, 7);
  t = tsearch(t, 3);
  return 0;
}
