// expect: proved
// Only the access can fail: inbounds is an assumption of the claim.
int main(void) {
  int a[10];
  int *p = a + 100;
  p = p - 95;
  *p = 1;
  return 0;
}
