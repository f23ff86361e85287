// entry: status
// expect: violated memory safety
// What is large as unsigned is negative as signed: the second loop does not end at it.
/*@ requires p <= end && \valid_read(p + (0 .. end - p - 1)); */
int status(const char *p, const char *end)
{
  const char *start = p;
  for (;; ++p) {
    if (p == end)
      return -2;
    if ((unsigned char)*p > 200)
      break;
  }
  while (*start < 100)
    ++start;
  return p - start > 3;
}

int main(void)
{
  const char s[2] = { '\xff', '\xff' };
  return status(s, s + sizeof s);
}
