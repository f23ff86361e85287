// entry: f
// expect: unknown
// concrete: none (what `die` does is decided elsewhere)
_Noreturn void die(void);

/*@ requires \true; */
int f(unsigned i)
{
  int a[4] = { 0 };
  if (i > 4)
    die();
  return a[i];
}
