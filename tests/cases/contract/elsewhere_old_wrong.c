// entry: use
// expect: unknown
// concrete: none (what `grow` does is decided elsewhere)
// It ensures of memory that it does not assign that this is another one than before.
/*@ requires \valid(p); assigns \nothing; ensures *p == \old(*p) + 1; */
void grow(int *p);

/*@ requires \valid(p) && *p == 1; */
int use(int *p)
{
  int table[2] = {0, 1};
  grow(p);
  return table[*p];
}
