// entry: f
// expect: unknown
// What a comment says of N is no definition: the contract allows f(50).
enum { N = 100 };
/* it was
#define N 3
*/
static int t[3];

/*@ requires 0 <= n < N; */
int f(int n)
{
  return t[n];
}

int main(void)
{
  return f(50);
}
