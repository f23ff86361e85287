// expect: open
// What another program's function gives is no input.
extern int foreign(void);
int main(void) {
  int a[2] = {0};
  return a[foreign()];
}
