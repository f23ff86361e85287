// expect: violated memory safety
struct span {
  long begin, end;
};

__attribute__((noinline)) static struct span made(long *at)
{
  struct span s = { at[0], at[1] };
  return s;
}

int main(void)
{
  long one[1] = { 0 };
  made(one);
  return 0;
}
