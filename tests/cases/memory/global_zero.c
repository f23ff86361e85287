// expect: proved
// A global without an initialiser in C is zero.
int array[10];
int main(void) {
  int b[1];
  b[array[7]] = 1;
  return 0;
}
