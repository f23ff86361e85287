// expect: no termination
static void use(int *p) { (void)p; }
int main(void) {
  for (;;) {
    int x;
    use(&x);
    if (x <= 0)
      break;
    x--;
  }
  return 0;
}
