// expect: proved
int main(void) {
  int i = 0;
  while (1) {
    i++;
    if (i < 20)
      continue;
    break;
  }
  return 0;
}
