// expect: proved
// Each state says which one is next.
extern int __VERIFIER_nondet_int(void);

struct machine {
  int n;
  void (*next)(struct machine *);
};

static void done(struct machine *m) { m->next = 0; }
static void run(struct machine *m) {
  if (m->n > 0)
    m->n--;
  else
    m->next = done;
}
static void start(struct machine *m) {
  m->n = __VERIFIER_nondet_int();
  m->next = run;
}

int main(void) {
  struct machine m = {0, start};
  while (m.next)
    m.next(&m);
  return 0;
}
