// expect: unknown
// concrete: none (the module has no end of this life)
// s is a variable of its own, and not the memory of the result.
extern void exit(int) __attribute__((noreturn));
struct pair {
  int a, b;
};
static struct pair make(int c) {
  int *p;
  {
    struct pair s = {1, 2};
    p = &s.a;
    if (c)
      return s;
  }
  *p = 3;
  exit(0);
}
int main(void) { return make(0).b; }
