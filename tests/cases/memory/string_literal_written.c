// expect: unknown
// Storing to constant memory.
int main(void) {
  char *s = "hello";
  s[0] = 'H';
  return 0;
}
