// expect: proved
// The limit of s lies behind those of i, so it is none of the first constants that s may stay below.
int main(void) {
  int s = 0;
  for (int i = 0; i < 100; i++) {
    if (i >= 5)
      s += 2;
    if (s > 1000)
      break;
  }
  return s;
}
