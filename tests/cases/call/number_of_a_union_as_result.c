// entry: f
// expect: proved
// What looks like a structure that travels in a register is the member of a union.
union number { int whole; float broken; };

/*@ ensures 0 <= \result <= 3; */
int f(int n)
{
  union number x;
  x.whole = n & 3;
  return x.whole;
}

int main(void)
{
  union number y;
  y.whole = f(7);
  return y.whole - 3;
}
