// expect: no termination
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0;
  while (1) {
    switch (state) {
    case 0: state = 1; break;
    case 1: state = 2; break;
    case 2:
      if (__VERIFIER_nondet_int())
        return 0;
      state = 0;
      break;
    }
  }
}
