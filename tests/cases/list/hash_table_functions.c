// expect: proved
// Three lists, chosen by a key: values are put, found and deleted.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  unsigned key;
  int value;
  struct node *next;
};

#define SIZE 3
static struct node *table[SIZE];

static struct node *find(unsigned key) {
  for (struct node *p = table[key % SIZE]; p != NULL; p = p->next)
    if (p->key == key)
      return p;
  return NULL;
}

static void put(unsigned key, int value) {
  struct node *p = find(key);
  if (p == NULL) {
    p = malloc(sizeof *p);
    p->key = key;
    p->next = table[key % SIZE];
    table[key % SIZE] = p;
  }
  p->value = value;
}

static void delete(unsigned key) {
  struct node **at = &table[key % SIZE];
  while (*at != NULL) {
    struct node *p = *at;
    if (p->key == key) {
      *at = p->next;
      free(p);
      return;
    }
    at = &p->next;
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    unsigned key = (unsigned)__VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
      put(key, i);
    else
      delete(key);
  }
  for (int i = 0; i < SIZE; i++)
    while (table[i] != NULL) {
      struct node *next = table[i]->next;
      free(table[i]);
      table[i] = next;
    }
  return 0;
}
