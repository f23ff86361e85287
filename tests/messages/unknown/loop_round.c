// $ haltcert prove loop_round.c --entry steps --attempt precise --refute-time 60
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
