// expect: proved
// An error is an access outside the block, not outside a part of it.
int main(void) {
  int a[5][7];
  int *p = &a[0][0];
  for (int i = 0; i < 35; i++)
    p[i] = 0;
  return 0;
}
