// expect: unknown
// Runs before main.
int n = 1;
__attribute__((constructor)) static void before(void) { n = 0; }
int main(void) {
  while (n == 0)
    ;
  return 0;
}
