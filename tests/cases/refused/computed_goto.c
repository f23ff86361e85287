// expect: unknown
// concrete: none (refused)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  void *where = __VERIFIER_nondet_int() ? &&one : &&two;
  goto *where;
one:
  return 1;
two:
  return 2;
}
