// entry: get
// expect: bad input message~"a line that ends in \?\?/"
// Where trigraphs are replaced, the second line belongs to the comment.
static int t[3];

/*@ requires 0 <= n // first ??/
  && n < 3
  ; */
int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(2);
}
