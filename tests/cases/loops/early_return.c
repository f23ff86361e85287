// expect: proved
int main(void) {
  for (int i = 0;; i++) {
    if (i == 100)
      return i;
  }
}
