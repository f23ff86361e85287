// expect: proved
// Four bits in the middle of a number are a number below 16.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char count[16];

int main(void) {
  unsigned word = __VERIFIER_nondet_uint();
  count[(word & 0x0f00) >> 8]++;
  if ((word & 0x0f00) == 0x0300)
    return 1 / ((word >> 8) & 15);
  return 0;
}
