// expect: unknown
// Two runs violate two properties: there is a file for each.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1] = {0}, x = __VERIFIER_nondet_int();
  if (x == 1)
    return a[x];
  return x + 1;
}
