// $ haltcert prove departures.c --entry use
// $ haltcert prove departures.c --entry use --json | sed 's/.*\("departures":[^]]*]\).*/\1/'
/*@ requires 1 <= d; */
int half(int d)
{
    return 100 / d;
}

/*@ requires n >= 0; */
int use(int n)
{
    return n > 5 ? half(n) : half(-n - 1);
}
