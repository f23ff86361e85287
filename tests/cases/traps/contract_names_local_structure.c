// entry: f
// expect: bad input message~"struct s"
// %struct.s of the module is the local one.
void other(int i) {
  struct s {
    char big[20];
  } x;
  if (i >= 0 && i < 20)
    x.big[i] = 1;
}
struct s {
  char c;
};
/*@ requires \valid(p); */
void f(struct s *p) { ((char *)p)[19] = 0; }
int main(void) {
  static struct s x;
  f(&x);
  return 0;
}
