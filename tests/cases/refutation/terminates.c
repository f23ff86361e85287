// expect: proved
// It ends after many rounds, and no state comes back.
int main(void) {
  unsigned x = 27;
  while (x != 1) x = x % 2 ? 3 * x + 1 : x / 2;
  return 0;
}
