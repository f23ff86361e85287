// expect: unknown reason~"does not overflow"
// Behind this limit is no room for one step more.
int main(void) {
  int s = 0;
  for (int i = 0; i < 100; i++) {
    if (i >= 5)
      s += 2000000000;
    if (s > 2000000000)
      break;
  }
  return s;
}
