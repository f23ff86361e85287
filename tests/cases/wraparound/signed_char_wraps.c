// expect: no termination
// The conversion back to signed char wraps (implementation-defined, not an overflow).
int main(void) {
  for (signed char c = 0; c < 128; c++)
    ;
  return 0;
}
