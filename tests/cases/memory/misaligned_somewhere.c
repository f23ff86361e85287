// expect: unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  _Alignas(8) char buffer[16] = {0};
  unsigned k = __VERIFIER_nondet_uint() % 8u;
  int *p = (int *)(buffer + k);
  return *p;
}
