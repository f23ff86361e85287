// expect: unknown
// concrete: none (refused)
int main(void) {
  _Atomic int x = 0;
  x++;
  return x;
}
