// options: -fno-builtin
// expect: unknown
static char memory[4];
void *malloc(unsigned long n) {
  return memory;
}
int main(void) {
  char *p = malloc(10);
  p[9] = 0;
  return 0;
}
