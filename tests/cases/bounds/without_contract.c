// entry: steps
// options: --bound iterations
// expect: proved bound~"max\(0, to - from\)"
// The parameters of a function without a contract have names all the same.
int steps(int from, int to)
{
  int count = 0;
  while (from < to) {
    from++;
    count = 1 - count;
  }
  return count;
}

int main(void)
{
  return steps(2, 5);
}
