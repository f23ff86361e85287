// entry: get
// expect: proved
static const unsigned short order[6] = {17, 3, 0, 8, 16, 2};
/*@ requires \valid_read(a + (0 .. 16)) && 0 < k < 6; */
int get(const int *a, unsigned k) { return a[order[k]]; }
int main(void) {
  int a[17] = {1};
  return get(a, 5) + get(a, 4);
}
