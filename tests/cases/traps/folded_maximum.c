// expect: bad input
// One operand is a signalling NaN: the maximum is a NaN for clang, and 1 for gcc.
int main(void) {
  int *null = 0;
  if (!__builtin_isnan(__builtin_fmax(__builtin_nans(""), 1.0)))
    *null = 1;
  return 0;
}
