// entry: get
// expect: proved
int limit = 1;
static int t[3];

/*@ requires 0 <= limit < 3; */
int get(int);

int get(int n)
{
  return t[limit] & n;
}

int main(void)
{
  return get(100);
}
