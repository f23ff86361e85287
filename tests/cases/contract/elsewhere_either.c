// entry: f
// expect: proved
// One of two things is required; which one, differs from call to call.
/*@ requires n == 0 || \valid(p + (0 .. n - 1)) && n <= 100; assigns p[0 .. n - 1]; */
void fill(char *p, int n);

/*@ requires \true; */
int f(int many)
{
  char text[8];
  fill(0, 0);
  fill(text, 8);
  fill(many ? text : 0, many ? 4 : 0);
  return 0;
}
