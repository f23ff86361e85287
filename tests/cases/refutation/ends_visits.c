// expect: proved
// The number of visits decides, after 100000000 rounds: no run is endless.
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
  for (struct cell *p = &b; p && p->visits < 100000000; p = p->next)
    p->visits++;
  return 0;
}
