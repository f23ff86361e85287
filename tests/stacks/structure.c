// A structure is handed over and returned by value.
struct wide { int items[12]; };
static struct wide filled(struct wide from, int n) { from.items[n % 12] = n; return from; }
/*@ requires 0 <= n <= 20; */
int run(int n)
{
    struct wide start = {{0}};
    struct wide end = filled(start, n);
    return end.items[0];
}
