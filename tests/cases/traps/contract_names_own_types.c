// entry: f
// expect: proved
typedef unsigned long size_t;
typedef struct {
  char c[20];
} item;
struct list {
  item first;
  size_t count;
};
/*@ requires \valid(p) && n == 20 && \valid(q + (0 .. n - 1)) && \separated(p, q + (0 .. n - 1)); */
void f(struct list *p, item *q, size_t n) {
  p->first.c[19] = 0;
  q[n - 1].c[p->count % 20] = 1;
}

int main(void) {
  struct list p = {{{0}}, 3};
  item q[20];
  f(&p, q, 20);
  return 0;
}
