// expect: proved
typedef int (*operation)(int);

static int increase(int x) { return x < 100 ? x + 1 : x; }
static int decrease(int x) { return x > -100 ? x - 1 : x; }
static int zero(int x) { (void)x; return 0; }

static const operation operations[3] = {increase, decrease, zero};

int main(void) {
  int x = 5;
  for (int i = 0; i < 3; i++)
    x = operations[i](x);
  return x;
}
