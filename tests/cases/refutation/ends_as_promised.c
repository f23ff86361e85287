// expect: memory-safe only
// The compiler takes for granted that a const function returns, and makes a program that ends.
__attribute__((const, noinline)) static int stay(int x) {
  while (x) {}
  return x;
}
int main(void) {
  stay(1);
  return 0;
}
