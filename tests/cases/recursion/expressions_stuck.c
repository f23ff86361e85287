// expect: violated termination
// As expressions.c, but an operator is not passed.
struct parser { const char *s; };
static void expression(struct parser *p);

static void factor(struct parser *p) {
  if (*p->s == '(') {
    p->s++;
    expression(p);
    if (*p->s == ')')
      p->s++;
  } else if (*p->s == 'x')
    p->s++;
}

static void term(struct parser *p) {
  factor(p);
  while (*p->s == '*')
    factor(p);
}

static void expression(struct parser *p) {
  term(p);
  while (*p->s == '+') {
    p->s++;
    term(p);
  }
}

int main(void) {
  struct parser p = {"x*"};
  expression(&p);
  return *p.s;
}
