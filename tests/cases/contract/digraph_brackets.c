// entry: get
// expect: proved
static int t<:3:>;

/*@ requires \valid_read(p) && 0 <= p<:0:> < 3; */
int get(int *p)
<%
  return t<:*p:>;
%>

int main(void)
{
  int two = 2;
  return get(&two);
}
