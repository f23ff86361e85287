// entry: f
// expect: unknown reason~"inside one live block"
// concrete: none (main hands over more than the contract asks for)
// The contract is about the parameters behind the preprocessor: a long is one byte here.
#define long char
/*@ requires \valid(p); */
void f(long *p) { ((char *)p)[7] = 0; }

int main(void) {
  long x[8] = {0};
  f(x);
  return 0;
}
