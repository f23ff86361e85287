// entry: get
// expect: unknown
// The table is not constant.
static unsigned short order[6] = {3, 16, 0, 8, 6, 2};
void set(unsigned short x) { order[2] = x; }
/*@ requires \valid_read(a + (0 .. 16)) && k < 6; */
int get(const int *a, unsigned k) { return a[order[k]]; }
int main(void) {
  int *a = __builtin_malloc(17 * sizeof(int));
  set(17);
  if (a)
    get(a, 2);
  return 0;
}
