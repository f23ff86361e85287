// expect: open
// Nothing is known of the index; but what wraps before is unsigned, so that it is no error.
extern int foreign(void);
int main(void) {
  unsigned x = 3;
  int a[2] = {0};
  for (int i = 0; i < 9; i++)
    x = x * 1103515245u + 12345u;
  return a[foreign() + (x & 1)];
}
