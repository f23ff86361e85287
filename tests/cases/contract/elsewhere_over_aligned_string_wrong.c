// entry: f
// expect: unknown message~"the external function 'clear'"
// concrete: none (what `clear` does is decided elsewhere)
// `clear` may store 16 bytes at once, at an address that is not aligned for that.
typedef char block __attribute__((aligned(16)));
/*@ requires valid_string(s) && strlen(s) >= 16; assigns s[0 .. 15]; */
void clear(block *s);

/*@ requires \true; */
int f(void)
{
  char text[20] = "0123456789abcdefgh";
  clear(text + 1);
  return 0;
}
