// expect: violated memory safety
// As search.c, but a vertex has no neighbour: -1 is no index.
int main(void)
{
    int next[5], seen[5] = {0};
    for (int i = 0; i < 5; i++)
        next[i] = i - 1;
    int v = 4;
    for (int k = 0; k < 6; k++) {
        seen[v] = 1;
        v = next[v];
    }
    return seen[0];
}
