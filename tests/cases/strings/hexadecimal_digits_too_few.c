// entry: digits
// expect: unknown
/*@ requires \valid(s + (0 .. 7)); */
char *digits(char *s, unsigned n) {
  char *p = s + 7;
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
  char s[8];
  digits(s, 0xffffffffu);
  return 0;
}
