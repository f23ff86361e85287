// entry: f
// expect: bad input message~"'bool' of this file is another type"
// In this file `(bool *)p + 1` begins at byte 4.
typedef int bool;

/*@ requires \valid((bool *)p + 1); */
void f(char *p)
{
  p[1] = 0;
}

int main(void)
{
  bool two[2];
  f((char *)two);
  return 0;
}
