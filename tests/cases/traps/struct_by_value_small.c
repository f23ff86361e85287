// expect: no termination
struct small { int n; };
static void decrease(struct small s) {
  s.n--;
}
int main(void) {
  struct small s;
  s.n = 5;
  while (s.n > 0)
    decrease(s);
  return 0;
}
