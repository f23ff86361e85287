// options: --data-model ilp32
// expect: proved
int main(void) {
  unsigned long n = 0;
  char a[sizeof(n) == 4 ? 5 : 1];
  while (n < 4)
    a[n++] = 0;
  a[n] = 0;
  return sizeof(void *);
}
