// expect: unknown
int main(void) {
  _Alignas(4) char a[3] = {0, 0, 0};
  return *(short *)(a + 2);
}
