// entry: f
// expect: bad input message~"name all of it"
struct { int a, b; } both;

/*@ assigns both.a; */
void f(void)
{
  both.a = 1;
}

int main(void)
{
  f();
  return 0;
}
