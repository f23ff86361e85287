// expect: unknown reason~"vector"
// concrete: none (the program is right; the checker reads no vectors)
typedef int v4 __attribute__((vector_size(16)));
struct s { v4 x; int k[5]; };
struct s v;
int t[4];

int main(void)
{
  v.k[1] = 3;
  return t[v.k[1]];
}
