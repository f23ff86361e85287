// expect: proved
char here[4];
char *end = here + 4;

int main(void) {
  char *p = here;
  while (p != end)
    *p++ = 1;
  return 0;
}
