// expect: proved
// The initial 0 is read as a number with a sign, what is written later as one without: the bytes are the same.
extern int __VERIFIER_nondet_int(void);
static unsigned written, sent;

int main(void) {
  for (int n = 0; n < 1000 && __VERIFIER_nondet_int(); n++)
    written++;
  while (sent != written)
    sent++;
  return 0;
}
