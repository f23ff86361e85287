// $ haltcert prove loop_round.c --entry steps --timeout 6 --refute-time 1
/*@ requires 2 <= n <= 1000; */
unsigned steps(unsigned n)
{
    unsigned k = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        k++;
    }
    return k;
}
