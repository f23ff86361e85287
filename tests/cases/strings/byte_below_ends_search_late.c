// entry: status
// expect: violated memory safety
// The byte that the first loop finds may be a blank.
/*@ requires p <= end && \valid_read(p + (0 .. end - p - 1)); */
int status(const char *p, const char *end)
{
  const char *start = p;
  for (;; ++p) {
    if (p == end)
      return -2;
    if ((unsigned char)*p < 33)
      break;
  }
  while (*start == ' ')
    ++start;
  return p - start > 3;
}

int main(void)
{
  const char s[2] = { ' ', ' ' };
  return status(s, s + sizeof s);
}
