// entry: f
// expect: proved
/*@ requires \valid(to + (0 .. 7)) && \valid_read(from + (0 .. 7)) && \separated(to + (0 .. 7), from + (0 .. 7));
    assigns to[0 .. 7]; ensures to[0] == \old(from[0]); */
void move8(char *to, const char *from);

/*@ requires \true; */
int f(void)
{
  char text[16] = {1, 2}, other[8];
  int table[2] = {0, 1};
  move8(other, text);
  move8(text + 8, text);
  return table[text[8]] + table[other[0]];
}
