// gap: proved
// An expression: constants, negations, sums in a union.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { CONSTANT, NEGATION, SUM };

struct expression {
  enum kind kind;
  union {
    int value;
    struct expression *operand;
    struct {
      struct expression *left, *right;
    } sum;
  } u;
};

static struct expression *build(int depth) {
  struct expression *e = malloc(sizeof *e);
  int choice = __VERIFIER_nondet_int();
  if (depth <= 0 || choice < 0) {
    e->kind = CONSTANT;
    e->u.value = choice;
  } else if (choice < 5) {
    e->kind = NEGATION;
    e->u.operand = build(depth - 1);
  } else {
    e->kind = SUM;
    e->u.sum.left = build(depth - 1);
    e->u.sum.right = build(depth - 1);
  }
  return e;
}

static unsigned value(const struct expression *e) {
  switch (e->kind) {
  case CONSTANT:
    return (unsigned)e->u.value;
  case NEGATION:
    return -value(e->u.operand);
  default:
    return value(e->u.sum.left) + value(e->u.sum.right);
  }
}

static void destroy(struct expression *e) {
  if (e->kind == NEGATION) {
    destroy(e->u.operand);
  } else if (e->kind == SUM) {
    destroy(e->u.sum.left);
    destroy(e->u.sum.right);
  }
  free(e);
}

int main(void) {
  struct expression *e = build(3);
  value(e);
  destroy(e);
  return 0;
}
