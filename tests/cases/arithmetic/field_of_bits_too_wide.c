// expect: violated memory safety
// As field_of_bits.c, but there are five bits.
static unsigned char count[16];

int main(void) {
  unsigned word = 0x1000;
  count[(word & 0x1f00) >> 8]++;
  return 0;
}
