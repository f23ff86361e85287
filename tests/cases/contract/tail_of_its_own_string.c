// entry: append
// expect: violated memory safety
// Appending a string to itself never meets its end, for the end is overwritten first. The contract does not keep them apart.
/*@ requires valid_string(to) && valid_read_string(from) && \valid(to + (0 .. strlen(to) + strlen(from))); */
void append(char *to, const char *from)
{
  while (*to)
    ++to;
  while ((*to = *from))
  {
    ++to;
    ++from;
  }
}
