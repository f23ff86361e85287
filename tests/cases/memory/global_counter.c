// expect: proved
int counter = 10;
int main(void) {
  while (counter > 0)
    counter--;
  return 0;
}
