// entry: divided
// expect: proved
struct row { int size; int *data; };

/*@ requires \valid_read(r) && \valid_read(r->data + (0 .. r->size - 1))
  @   && \forall integer k; 0 <= k && k < r->size ==> r->data[k] > 0; */
int divided(const struct row *r)
{
  int s = 0;
  for (int i = 0; i < r->size; i++)
    s ^= 100 / r->data[i];
  return s;
}

int main(void)
{
  int data[2] = {1, 7};
  struct row r = {2, data};
  return divided(&r) != (100 ^ 14);
}
