// entry: skip
// expect: unknown
// The predicate holds for the terminating 0 as well.
static int is_no_a(int c) { return c != 'a'; }
/*@ requires valid_read_string(s); */
const char *skip(const char *s) {
  while (is_no_a(*s))
    s++;
  return s;
}
int main(void) {
  skip("bc");
  return 0;
}
