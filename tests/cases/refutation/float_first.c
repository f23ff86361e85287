// expect: violated memory safety
// A floating-point number is no input of the run, and takes none from those that are asked for later.
extern float __VERIFIER_nondet_float(void);
extern long double __VERIFIER_nondet_long_double(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern int __VERIFIER_nondet_int(void);
static int counts[4];
int main(void) {
  float scale = __VERIFIER_nondet_float();
  long double offset = __VERIFIER_nondet_long_double();
  __int128 wide = __VERIFIER_nondet_int128();
  int i = __VERIFIER_nondet_int();
  if (i == 90)
    return counts[i];
  return scale > 1 && offset > 1 && wide > 1;
}
