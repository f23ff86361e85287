// entry: f
// expect: unknown
// concrete: none (what `fill` does is decided elsewhere)
/*@ requires n == 0 || \valid(p + (0 .. n - 1)) && n <= 100; assigns p[0 .. n - 1]; */
void fill(char *p, int n);

/*@ requires \true; */
int f(int many)
{
  char text[8];
  fill(many ? text : 0, 4);
  return 0;
}
