// expect: unknown
int main(void) {
  _Atomic int x = 0;
  x++;
  return x;
}
