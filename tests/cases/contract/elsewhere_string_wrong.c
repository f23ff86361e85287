// entry: f
// expect: unknown reason~"finds a 0 inside the block"
// concrete: none (what `kind` does is decided elsewhere)
/*@ requires valid_read_string(s) && strlen(s) < 100; assigns \nothing; ensures 0 <= \result < 10; */
int kind(const char *s);

/*@ requires \true; */
int f(void)
{
  char text[3] = {'a', 'b', 'c'};
  return kind(text);
}
