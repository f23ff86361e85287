// Sorts by insertion, recursively.
static void insert(int *sorted, int n)
{
    if (n == 0) return;
    insert(sorted, n - 1);
    int value = sorted[n], at = n;
    while (at > 0 && sorted[at - 1] > value) { sorted[at] = sorted[at - 1]; at--; }
    sorted[at] = value;
}
/*@ requires 0 <= n <= 20; */
int run(int n)
{
    int values[21];
    for (int i = 0; i <= 20; i++) values[i] = (i * 7) % 20;
    insert(values, n);
    return values[0];
}
