// expect: proved
// Every value is a number: so are the bits.
int main(void) {
  unsigned flags = 0;
  flags |= 1;
  flags |= 6;
  flags ^= 3;
  flags &= 0x1c;
  int a[5] = {0};
  return a[flags];
}
