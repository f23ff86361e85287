// expect: proved
// An integer of 128 bits is no cell that a state describes; what lies beside it is.
static struct {
  int a;
  __int128 wide, zero;
  int b;
} mixed = {7, 5, 0, 9};
static int steps = 3;
int main(void) {
  mixed.a = 1;
  while (steps > 0)
    steps--;
  return 9 / mixed.b;
}
