// $ haltcert prove quiet.c --entry get -q
// $ haltcert prove quiet.c --entry far -q --no-refute
// $ haltcert prove quiet.c --all-functions -q --no-refute
// $ CLICOLOR_FORCE=1 NO_COLOR= haltcert prove quiet.c --entry far --no-refute | sed -n 1,8p | cat -v
// $ NO_COLOR=1 haltcert prove quiet.c --entry far --no-refute | sed -n 1,8p | cat -v
// $ haltcert prove quiet.c --entry get -q -v 2>&1 | sed -n 1p
/*@ requires 0 <= i < 4; */
int get(int i)
{
    int a[4] = {1, 2, 3, 4};
    return a[i];
}

/*@ requires 0 <= i <= 4; */
int far(int i)
{
    int a[4] = {1, 2, 3, 4};
    return a[i];
}
