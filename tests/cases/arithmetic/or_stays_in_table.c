// expect: proved
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0};
  unsigned x = __VERIFIER_nondet_uint() % 3u, y = __VERIFIER_nondet_uint() % 3u;
  return a[x | y];
}
