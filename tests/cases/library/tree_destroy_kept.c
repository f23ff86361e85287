// entry: tdestroy
// expect: unknown
// The caller keeps the cells.
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
void tdestroy(struct node *t)
{
  if (t == NULL)
    return;
  tdestroy(t->left);
  tdestroy(t->right);
  free(t);
}

int main(void)
{
  struct node cell = {0, NULL, NULL};
  tdestroy(&cell);
  return 0;
}
