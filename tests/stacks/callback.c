// The function that is called is chosen when the program runs.
static int small(int n) { return n; }
static int large(int n) { char text[300]; text[n] = 3; return text[n]; }
/*@ requires 0 <= n <= 20; */
int run(int n)
{
    int (*chosen)(int) = n > 10 ? large : small;
    return chosen(n);
}
