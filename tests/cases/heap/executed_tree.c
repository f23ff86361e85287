// expect: proved
// Four keys are put into a search tree, and taken out with their cells. How the links change is known only to those who
// follow every step.
#include <stdlib.h>

struct node
{
  int key;
  struct node *left, *right;
};

static struct node *insert(struct node *at, int key)
{
  if (!at)
  {
    struct node *new = malloc(sizeof *new);
    if (new)
    {
      new->key = key;
      new->left = new->right = 0;
    }
    return new;
  }
  if (key < at->key)
    at->left = insert(at->left, key);
  else
    at->right = insert(at->right, key);
  return at;
}

int main(void)
{
  static const int keys[] = {5, 2, 8, 3};
  struct node *root = 0;
  for (int i = 0; i < 4; i++)
    root = insert(root, keys[i]);
  int exact[9] = {0}, sum = 0;
  while (root)
  {
    struct node *rest = root->left;
    if (!rest)
      rest = root->right;
    else
    {
      struct node *last = rest;
      while (last->right)
        last = last->right;
      last->right = root->right;
    }
    sum += exact[root->key];
    free(root);
    root = rest;
  }
  return sum;
}
