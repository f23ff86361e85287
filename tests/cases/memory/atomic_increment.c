// expect: proved
int main(void) {
  _Atomic int x = 0;
  int a[2] = {0};
  x++;
  return a[x];
}
