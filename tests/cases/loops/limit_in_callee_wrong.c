// expect: violated memory safety
// As limit_in_callee.c, but the limit is one too high.
struct stack {
  int cells[12];
  int n;
};
static int push(struct stack *s, int x) {
  for (int i = 0; i < s->n; i++)
    if (s->cells[i] == x)
      return 1;
  if (s->n == 13)
    return 0;
  s->cells[s->n++] = x;
  return 1;
}

int main(void) {
  struct stack s = {{7}, 1};
  for (int i = 0; i < 100; i++)
    if (!push(&s, 100 + i))
      return 1;
  return 0;
}
