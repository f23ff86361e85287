// entry: third
// expect: unknown reason~"vector"
// concrete: none (the program is right; the checker reads no vectors)
typedef int v4 __attribute__((vector_size(16)));
struct s
{
  v4 x;
  int k[5];
};

int third(struct s *one)
{
  one->k[1] = 3;
  return one->k[1];
}

int main(void)
{
  return 0;
}
