// expect: unknown
// An edge is freed where its vertex still has it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edge {
  int to;
  struct edge *next;
};

struct vertex {
  int number;
  struct edge *edges;
  struct vertex *next;
};

static struct vertex *find(struct vertex *graph, int number) {
  while (graph != NULL && graph->number != number)
    graph = graph->next;
  return graph;
}

int main(void) {
  struct vertex *graph = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct vertex *v = malloc(sizeof *v);
    v->number = i;
    v->edges = NULL;
    v->next = graph;
    graph = v;
  }
  int m = __VERIFIER_nondet_int();
  for (int i = 0; i < m; i++) {
    struct vertex *from = find(graph, __VERIFIER_nondet_int());
    if (from != NULL) {
      struct edge *e = malloc(sizeof *e);
      e->to = __VERIFIER_nondet_int();
      e->next = from->edges;
      from->edges = e;
    }
  }
  struct vertex *one = find(graph, __VERIFIER_nondet_int());
  if (one != NULL)
    free(one->edges);
  while (graph != NULL) {
    struct vertex *rest = graph->next;
    struct edge *e = graph->edges;
    while (e != NULL) {
      struct edge *after = e->next;
      free(e);
      e = after;
    }
    free(graph);
    graph = rest;
  }
  return 0;
}
