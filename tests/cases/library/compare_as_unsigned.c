// entry: cmp
// expect: proved
// The bytes of a string are read as unsigned, its end is known as signed.
/*@ requires valid_read_string(s1) && valid_read_string(s2); */
int cmp(const char *s1, const char *s2) {
  unsigned char c;
  int d;
  do {
    c = *s1++;
    d = c - (unsigned char)*s2++;
  } while (d == 0 && c);
  return d;
}
int main(void) { return cmp("a\xff" "b", "a\xff" "b"); }
