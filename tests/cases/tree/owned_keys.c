// expect: proved
// Each cell of a search tree owns its key.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  char *key;
  struct tree *left, *right;
};

static struct tree *insert(struct tree *t, const char *key) {
  if (t == NULL) {
    t = malloc(sizeof *t);
    t->key = strdup(key);
    t->left = t->right = NULL;
    return t;
  }
  int order = strcmp(key, t->key);
  if (order < 0)
    t->left = insert(t->left, key);
  else if (order > 0)
    t->right = insert(t->right, key);
  return t;
}

static size_t longest(const struct tree *t) {
  if (t == NULL)
    return 0;
  size_t most = strlen(t->key);
  size_t left = longest(t->left), right = longest(t->right);
  if (left > most)
    most = left;
  return right > most ? right : most;
}

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  destroy(t->left);
  destroy(t->right);
  free(t->key);
  free(t);
}

int main(void) {
  struct tree *t = NULL;
  char name[2] = "a";
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    name[0] = (char)__VERIFIER_nondet_int();
    t = insert(t, name);
  }
  longest(t);
  destroy(t);
  return 0;
}
