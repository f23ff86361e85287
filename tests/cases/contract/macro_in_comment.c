// entry: f
// expect: proved
// What a comment says of N is no definition: the enumerator counts.
enum { N = 3 };
/* it was
#define N 100
*/
static int t[3];

/*@ requires 0 <= n < N; */
int f(int n)
{
  return t[n];
}

int main(void)
{
  return f(2);
}
