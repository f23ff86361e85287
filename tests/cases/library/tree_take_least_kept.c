// entry: take_least
// expect: unknown
// concrete: none (the cells of a caller may be of any memory)
// The least cell is freed, though the tree stays the caller's.
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

/*@ requires \valid(root) && \tree(*root, struct node, left, right) && \separated(root, *root); */
int take_least(struct node **root)
{
  if (*root == NULL)
    return 0;
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
  struct node *t = make(0, 5);
  take_least(&t);
  take_least(&t);
  return 0;
}
