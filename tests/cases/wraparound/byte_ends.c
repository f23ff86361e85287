// expect: proved
int main(void) {
  unsigned char c = 0;
  while (c < 255)
    c++;
  return 0;
}
