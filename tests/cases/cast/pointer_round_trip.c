// expect: proved
int main(void) {
  int x = 5;
  unsigned long address = (unsigned long)&x;
  int *p = (int *)address;
  *p = 6;
  return *p;
}
