// entry: status
// expect: proved
// The byte that the first loop finds is read as unsigned there, and as signed by the second, which ends at it at the latest.
/*@ requires p <= end && \valid_read(p + (0 .. end - p - 1)); */
int status(const char *p, const char *end)
{
  const char *start = p;
  for (;; ++p) {
    if (p == end)
      return -2;
    if ((unsigned char)*p < 32)
      break;
  }
  while (*start == ' ')
    ++start;
  return p - start > 3;
}

int main(void)
{
  const char s[] = "  a\n";
  return status(s, s + sizeof s);
}
