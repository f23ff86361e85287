// entry: f
// expect: unknown reason~"read-only memory is not written"
// concrete: none (what `clear` does is decided elsewhere)
// What this function may only read, it may not let another one write.
/*@ requires \valid_read(p); assigns *p; */
void clear(int *p);

/*@ requires \valid(p); assigns \nothing; */
void f(int *p)
{
  clear(p);
}
