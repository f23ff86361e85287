// entry: get
// expect: proved
static int t[3];

/*@ requires 0 <= n // first \\ here
  && n < 3 \  
  ; */
int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(2);
}
