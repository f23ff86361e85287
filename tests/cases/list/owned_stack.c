// expect: proved
// A stack of strings: who takes one frees it.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *text;
  struct node *next;
};

static void push(struct node **stack, const char *text) {
  struct node *cell = malloc(sizeof *cell);
  cell->text = malloc(strlen(text) + 1);
  strcpy(cell->text, text);
  cell->next = *stack;
  *stack = cell;
}

static char *pop(struct node **stack) {
  struct node *cell = *stack;
  if (cell == NULL)
    return NULL;
  char *text = cell->text;
  *stack = cell->next;
  free(cell);
  return text;
}

int main(void) {
  struct node *stack = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    push(&stack, "text");
  char *text;
  while ((text = pop(&stack)) != NULL) {
    text[0] = 0;
    free(text);
  }
  return 0;
}
