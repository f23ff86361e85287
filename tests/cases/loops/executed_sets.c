// expect: proved
// Disjoint sets as trees: which element is another's parent is known only to those who follow every step.
static int parent[12];

static int find(int x)
{
  while (parent[x] != x)
  {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

int main(void)
{
  for (int i = 0; i < 12; i++)
    parent[i] = i;
  for (int i = 0; i < 12; i++)
    parent[find(i)] = find((5 * i + 2) & 7);
  return find(11);
}
