// expect: violated termination
// A counter that comes back only after 2^32 rounds, beside constant text.
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  const char *text = "ab";
  unsigned int turns = __VERIFIER_nondet_uint();
  while (text[__VERIFIER_nondet_uint() % 2] != 'b' || text[0] != 'b')
    turns++;
  return (int)(turns % 2);
}
