// expect: proved
static void wait(int n) {
  while (n > 0)
    ;
}
int main(void) {
  wait(0);
  wait(-5);
  return 0;
}
