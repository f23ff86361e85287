// expect: no termination
// The callee decreases its own copy (byval).
struct big { int n; int more[20]; };
static void decrease(struct big b) {
  b.n--;
}
int main(void) {
  struct big b;
  b.n = 5;
  while (b.n > 0)
    decrease(b);
  return 0;
}
