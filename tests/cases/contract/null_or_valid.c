// entry: get
// expect: proved
/*@ requires p == \null || \valid_read(p); */
int get(const int *p)
{
  return p ? *p : 0;
}

int main(void)
{
  int x = 3;
  return get(&x) + get(0) - 3;
}
