// expect: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct shape {
  int (*area)(struct shape *);
  int width, height;
};

static int rectangle(struct shape *s) { return s->width + s->height; }
static int square(struct shape *s) { return s->width + s->width; }

static struct shape *make(int kind) {
  struct shape *s = malloc(sizeof *s);
  s->width = 2;
  s->height = 3;
  s->area = kind ? rectangle : square;
  return s;
}

int main(void) {
  for (int i = 0; i < 10; i++) {
    struct shape *s = make(__VERIFIER_nondet_int());
    int area = s->area(s);
    (void)area;
    free(s);
  }
  return 0;
}
