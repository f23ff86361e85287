// entry: take_least
// expect: unknown
// An empty tree has no least key.
#include <stdlib.h>

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

/*@ requires \valid(root) && \owned_tree(*root, struct node, left, right) && \separated(root, *root); */
int take_least(struct node **root)
{
  while ((*root)->left != NULL)
    root = &(*root)->left;
  struct node *least = *root;
  int key = least->key;
  *root = least->right;
  free(least);
  return key;
}

int main(void)
{
  struct node *t = make(0, 1);
  take_least(&t);
  take_least(&t);
  return 0;
}
