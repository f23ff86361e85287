// expect: violated termination
// Cells of a circle count how often they are visited.
extern int __VERIFIER_nondet_int(void);
struct cell {
  struct cell *next;
  unsigned visits;
};
int main(void)
{
  struct cell a = {0, 0}, b = {&a, 0};
  if (__VERIFIER_nondet_int() == 5)
    a.next = &b;
  for (struct cell *p = &b; p; p = p->next)
    p->visits++;
  return 0;
}
