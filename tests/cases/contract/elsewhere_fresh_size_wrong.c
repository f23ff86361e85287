// entry: use
// expect: unknown reason~"inside"
// concrete: none (what `take` does is decided elsewhere)
/*@ requires n > 0; assigns \nothing; ensures \fresh(\result, n); */
void *take(unsigned long n);

/*@ requires \true; */
void use(void)
{
  char *p = take(8);
  p[8] = 1;
}
