// entry: f
// expect: unknown reason~"does not overlap"
// concrete: none (what `move8` does is decided elsewhere)
/*@ requires \valid(to + (0 .. 7)) && \valid_read(from + (0 .. 7)) && \separated(to + (0 .. 7), from + (0 .. 7));
    assigns to[0 .. 7]; */
void move8(char *to, const char *from);

/*@ requires \true; */
void f(void)
{
  char text[16] = {1, 2};
  move8(text + 7, text);
}
