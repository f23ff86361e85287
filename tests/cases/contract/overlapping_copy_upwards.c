// entry: copy
// expect: violated memory safety
// A copy that chases its own writes: where `to` points one byte behind `from`, the end of the string is overwritten
// before it is read. The contract allows the two to overlap.
/*@ requires valid_read_string(from) && \valid(to + (0 .. strlen(from))); */
void copy(char *to, const char *from)
{
  if (to == from)
    return;
  while ((*to = *from))
  {
    ++to;
    ++from;
  }
}
