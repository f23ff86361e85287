// entry: f
// expect: unknown
// concrete: none (what `complain` does is decided elsewhere)
void complain(void);

/*@ requires \callback(&complain); */
int f(unsigned i)
{
  int a[4] = { 0 };
  if (i > 3)
    complain();
  return a[i];
}
