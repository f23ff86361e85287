// entry: get
// expect: unknown
static const unsigned short order[6] = {3, 16, 0, 8, 17, 2};
/*@ requires \valid_read(a + (0 .. 16)) && k < 6; */
int get(const int *a, unsigned k) { return a[order[k]]; }
int main(void) {
  int *a = __builtin_malloc(17 * sizeof(int));
  if (a)
    get(a, 4);
  return 0;
}
