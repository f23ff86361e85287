// entry: divided
// expect: violated memory safety
// There is one element more than when the function was called.
struct row { int size; int *data; };

/*@ requires \valid(r) && 0 <= r->size < 100 && \valid_read(r->data + (0 .. r->size))
  @   && (\forall integer k; 0 <= k < r->size ==> r->data[k] > 0)
  @   && \separated(r, r->data + (0 .. r->size)); */
int divided(struct row *r)
{
  int s = 0;
  r->size++;
  for (int i = 0; i < r->size; i++)
    s ^= 100 / r->data[i];
  return s;
}

int main(void)
{
  int data[2] = {1, 0};
  struct row r = {1, data};
  return divided(&r);
}
