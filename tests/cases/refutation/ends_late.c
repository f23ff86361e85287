// expect: memory-safe only
// A bit pattern comes round at last, after more rounds than are looked at.
int main(void) {
  unsigned x = 1, rounds = 0;
  while (x != 77) {
    x = (x * 25173u + 13849u) & 0xffffu;
    rounds += 3;
  }
  return rounds & 1;
}
