// expect: memory-safe only
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int())
    ;
  return 0;
}
