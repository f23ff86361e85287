// entry: get
// expect: unknown
// The declaration stands in the body of another function.
static int t[3];

int other(int n)
<%
  int x = 0;
  /*@ requires 0 <= n < 3; */
  extern int get(int n);
  return n + x;
%>

int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(7);
}
