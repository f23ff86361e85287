// expect: unknown
// char is signed here.
int main(void) {
  char s[16];
  int count[256];
  for (int i = 0; i < 16; i++)
    count[(int)s[i]] = 1;
  return 0;
}
