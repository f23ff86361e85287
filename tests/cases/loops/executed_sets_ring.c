// expect: violated termination
// As executed_sets.c, but paths are not shortened, and two elements become each other's parents: the search never ends.
static int parent[12];

static int find(int x)
{
  while (parent[x] != x)
  {
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
  parent[find(11)] = 3;
  parent[3] = 9;
  parent[9] = 3;
  return find(3);
}
