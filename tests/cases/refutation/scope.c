// expect: violated memory safety
// A variable that is no longer alive.
static int *address(void) {
  int x[2] = {1, 2};
  int *p = x;
  return p;
}
int main(void) { return *address(); }
