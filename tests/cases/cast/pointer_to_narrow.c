// expect: unknown
// Half of the address is lost.
int main(void) {
  int x = 5;
  unsigned address = (unsigned)(unsigned long)&x;
  int *p = (int *)(unsigned long)address;
  return *p;
}
