// expect: violated memory safety
// As counter_of_either_sign.c, but the initial number is not the same with either sign.
static unsigned written, sent = -1;
static int cells[3];

int main(void) {
  for (int n = 0; n < 2; n++)
    written++;
  while (sent >= written)
    cells[sent--] = 1;
  return 0;
}
