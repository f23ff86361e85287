// expect: unknown
// The called function changes a variable of its caller, which is an index afterwards.
static void advance(int *at) { *at = 4; }

int main(void) {
  int cells[4];
  int at = 3;
  advance(&at);
  cells[at] = 1;
  return 0;
}
