// expect: unknown
// The structure is freed before its cells are looked for.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

struct queue {
  struct node *head, *tail;
};

static void put(struct queue *q, int value) {
  struct node *cell = malloc(sizeof *cell);
  cell->value = value;
  cell->next = NULL;
  if (q->head == NULL)
    q->head = cell;
  else
    q->tail->next = cell;
  q->tail = cell;
}

static int take(struct queue *q) {
  struct node *cell = q->head;
  if (cell == NULL)
    return 0;
  int value = cell->value;
  q->head = cell->next;
  if (q->head == NULL)
    q->tail = NULL;
  free(cell);
  return value;
}

int main(void) {
  struct queue *q = malloc(sizeof *q);
  q->head = q->tail = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int() > 0)
      put(q, i);
    else
      take(q);
  }
  free(q);
  while (q->head != NULL)
    take(q);
  return 0;
}
