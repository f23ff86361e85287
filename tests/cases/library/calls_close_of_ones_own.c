// entry: f
// expect: proved
// concrete: none (close is elsewhere)
// A program may have a function of this name, and say in a contract what it does.
/*@ requires \valid(p); assigns *p; ensures *p == 0; */
int close(int *p);

/*@ requires \valid(p); ensures *p == 0; */
int f(int *p)
{
  return close(p);
}
