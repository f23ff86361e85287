// entry: skip
// expect: proved
static int is_a(int c) { return c == 'a'; }
static int is_space(int c) { return c == ' ' || (unsigned)c - '\t' < 5; }
/*@ requires valid_read_string(s); */
const char *skip(const char *s) {
  while (is_a(*s))
    s++;
  while (is_space(*s))
    s++;
  return s;
}
int main(void) {
  skip("aa \t b");
  skip("");
  return 0;
}
