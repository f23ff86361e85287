// entry: f
// expect: bad input message~"struct s"
typedef struct {
  char big[20];
} s;
struct s {
  char c;
};
void other(int i, s *x) {
  if (i >= 0 && i < 20)
    x->big[i] = 1;
}
/*@ requires \valid(p); */
void f(struct s *p) { ((char *)p)[19] = 0; }
int main(void) {
  static struct s x;
  f(&x);
  return 0;
}
