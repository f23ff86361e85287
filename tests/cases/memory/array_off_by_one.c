// expect: unknown
// options: --signed-overflow wrap
// expect: unknown
// options: --signed-overflow ideal
// expect: unknown
int main(void) {
  int a[10];
  for (int i = 0; i <= 10; i++)
    a[i] = i;
  return 0;
}
