// options: --bound iterations
// expect: proved bound~"most.:.4294967550"
// holds: iterations <= 4294967550
// fails: iterations <= 4294967549
// What is read has no name in a bound, but a type: 255 rounds and 4294967295.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
  unsigned char few = __VERIFIER_nondet_uchar();
  unsigned many = __VERIFIER_nondet_uint();
  while (few > 0)
    few--;
  while (many > 0)
    many--;
  return 0;
}
