// expect: bad input message~"fold"
// Sums of constants of more than 64 bits are evaluated by the compiler as well.
int main(void) {
  __int128 most = 1;
  char a[sizeof(char[1])];
  a[0] = 0;
  char b[(((__int128)1 << 126) - 1 + ((__int128)1 << 126)) + (__int128)1 != 0 ? 2 : (int)most];
  b[0] = 0;
  return a[0] + b[0];
}
