// $ haltcert prove linked_structure.c --no-refute
// $ haltcert prove linked_structure.c --no-refute --json | grep -o '"id":"[^"]*"'
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edge {
  struct vertex *to;
  struct edge *next;
};

struct vertex {
  int mark;
  struct edge *edges;
  struct vertex *next;
};

int main(void) {
  struct vertex *graph = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct vertex *v = malloc(sizeof *v);
    v->mark = 0;
    v->next = graph;
    graph = v;
    for (struct vertex *w = graph; w != NULL; w = w->next) {
      if (__VERIFIER_nondet_int() > 3) {
        struct edge *e = malloc(sizeof *e);
        e->to = w;
        e->next = v->edges;
        v->edges = e;
      }
    }
  }
  for (struct vertex *v = graph; v != NULL; v = v->next)
    for (struct edge *e = v->edges; e != NULL; e = e->next)
      e->to->mark = 1;
  return 0;
}
