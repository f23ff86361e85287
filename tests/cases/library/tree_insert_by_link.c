// entry: insert
// expect: proved
// Insertion in a loop, by a pointer to the link that is to be set.
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
void insert(struct node **root, int key)
{
  while (*root != NULL && (*root)->key != key)
    root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  if (*root != NULL)
    return;
  struct node *t = malloc(sizeof *t);
  t->key = key;
  t->left = t->right = NULL;
  *root = t;
}

int main(void)
{
  struct node *t = make(0, 9);
  insert(&t, 3);
  insert(&t, 11);
  return 0;
}
