// entry: get
// expect: unknown
// White space behind the backslash does not hinder it: the second line belongs to the comment.
static int t[3];

/*@ requires 0 <= n // first \  
  && n < 3
  ; */
int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(7);
}
