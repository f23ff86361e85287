// entry: first_after
// expect: violated memory safety
// The test lets four bytes through, but the fifth is read. Only a call shows it in which `end` leads at least four bytes
// behind `at`, for example directly behind the block.
/*@ requires \valid_read(at + (0 .. 3)); */
int first_after(const unsigned char *at, const unsigned char *end)
{
  if (end - at < 4)
    return 0;
  return at[3] ? at[4] : 0;
}
