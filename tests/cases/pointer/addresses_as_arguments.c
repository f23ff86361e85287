// expect: proved
// The addresses of globals, plus an offset, as signed integers.
int u[4], v[4];

static int same(long a, long b) { return a == b; }

int main(void) {
  long a = (long)(u + 4), b = (long)v;
  if (same(a, b) && a != b)
    *(volatile int *)0 = 1;
  return 0;
}
