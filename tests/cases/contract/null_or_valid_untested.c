// entry: get
// expect: unknown
/*@ requires p == \null || \valid_read(p); */
int get(const int *p)
{
  return *p;
}

int main(void)
{
  return get(0);
}
