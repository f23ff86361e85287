// A function that calls nothing and keeps a table.
/*@ requires 0 <= n <= 20; */
int run(int n)
{
    int squares[21];
    int sum = 0;
    for (int i = 0; i <= n; i++) squares[i] = i * i;
    for (int i = 0; i <= n; i++) sum ^= squares[i];
    return sum;
}
