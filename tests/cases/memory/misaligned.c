// expect: unknown reason~"align"
int main(void) {
  char buffer[8];
  int *p = (int *)(buffer + 1);
  *p = 5;
  return 0;
}
