// expect: proved
// Three functions that call each other in a ring, each from several places.
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
  while (*p->s == '*') {
    p->s++;
    factor(p);
  }
}

static void expression(struct parser *p) {
  term(p);
  while (*p->s == '+') {
    p->s++;
    term(p);
  }
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  struct parser p = {argv[1]};
  expression(&p);
  return *p.s;
}
