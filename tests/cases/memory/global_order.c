// expect: unknown
// The next global is another block.
extern unsigned __VERIFIER_nondet_uint(void);

int a[4] = {1, 2, 3, 4};
int b[4] = {5, 6, 7, 8};
int main(void) {
  return a[__VERIFIER_nondet_uint() % 8];
}
