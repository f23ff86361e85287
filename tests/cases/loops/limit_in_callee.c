// expect: proved
// Only the callee compares the member with its limit, and changes it.
extern int __VERIFIER_nondet_int(void);
struct stack {
  int cells[12];
  int n;
};
static int push(struct stack *s, int x) {
  for (int i = 0; i < s->n; i++)
    if (s->cells[i] == x)
      return 1;
  if (s->n == 12)
    return 0;
  s->cells[s->n++] = x;
  return 1;
}

int main(void) {
  struct stack s = {{7}, 1};
  for (int i = 0; i < 100; i++)
    if (!push(&s, __VERIFIER_nondet_int()))
      return 1;
  return 0;
}
