// entry: digits
// expect: proved
// Each round has two cases: those that meet again must not be followed one by one.
/*@ requires \valid(s + (0 .. 8)); */
char *digits(char *s, unsigned n) {
  char *p = s + 8;
  *p = 0;
  do {
    unsigned d = n & 15;
    if (d < 10)
      *--p = '0' + d;
    else
      *--p = 'a' + d - 10;
    n >>= 4;
  } while (n);
  return p;
}
int main(void) {
  char s[9];
  digits(s, 0xffffffffu);
  digits(s, 0);
  return 0;
}
