// expect: proved
int main(void) {
  unsigned short s = 65000;
  while (s >= 65000)
    s++;
  return 0;
}
