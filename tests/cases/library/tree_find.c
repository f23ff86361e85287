// entry: tfind
// expect: proved
// Search in a tree in a loop.
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

/*@ requires \tree_read(t, struct node, left, right); */
const struct node *tfind(int key, const struct node *t)
{
  while (t != NULL && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t;
}

int main(void)
{
  const struct node *t = make(0, 9);
  tfind(3, t);
  tfind(11, t);
  return 0;
}
