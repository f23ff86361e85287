// entry: f
// expect: bad input message~"macros"
// The comment is read before the preprocessor: a long is one byte here.
#define long char
/*@ requires \valid(p); */
void f(long *p) { ((char *)p)[7] = 0; }

int main(void) {
  long x[8] = {0};
  f(x);
  return 0;
}
