// entry: sum
// expect: proved
/* The last step may go beyond the end of memory, even of all addresses; nothing is read there. */
/*@ requires \valid_read(s + (0 .. n - 1)) && 0 <= n <= 1000; */
unsigned sum(const unsigned char *s, int n) {
  unsigned x = 0;
  while (n > 0) {
    n -= 3;
    x += s[0];
    if (n >= -1)
      x += s[1];
    if (n >= 0)
      x += s[2];
    s += 3;
  }
  return x;
}

int main(void) {
  static unsigned char bytes[7];
  return sum(bytes, 7);
}
