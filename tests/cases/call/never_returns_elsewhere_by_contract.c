// entry: f
// expect: proved
_Noreturn void die(void);

/*@ requires \callback(&die); */
int f(unsigned i)
{
  int a[4] = { 0 };
  if (i > 3)
    die();
  return a[i];
}
