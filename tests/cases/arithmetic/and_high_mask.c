// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[64];
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 64) {
    unsigned y = x & ~3u;
    a[y] = 1;
    a[y + 3] = 1;
  }
  return 0;
}
