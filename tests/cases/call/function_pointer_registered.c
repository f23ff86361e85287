// gap: proved
// The places that a loop fills hold one of several functions; that it is one of them is forgotten.
extern int __VERIFIER_nondet_int(void);

static void one(int *n) { *n = 1; }
static void two(int *n) { *n = 2; }

int main(void) {
  void (*handlers[100])(int *);
  int count = 0;
  for (int i = 0; i < 100; i++)
    handlers[count++] = __VERIFIER_nondet_int() ? one : two;
  int n = 0;
  for (int i = 0; i < 100; i++)
    handlers[i](&n);
  return n;
}
