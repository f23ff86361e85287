// entry: first_after
// expect: violated memory safety
// The contract does not say that `end` is the end of what `at` points into. A call in which it lies behind it reads
// beyond the block.
/*@ requires \valid_read(at + (0 .. 3)); */
int first_after(const unsigned char *at, const unsigned char *end)
{
  if (end - at < 4)
    return 0;
  return at[3] ? at[4] : 0;
}
