// expect: proved
// Of the table, which has more cells than are described, nothing is known; of the counter behind it everything.
unsigned char table[4100] = {1, 2, 3};
int counter = 3;
int main(void) {
  table[0] = 1;
  while (counter > 0)
    counter--;
  return 0;
}
