// $ haltcert prove unknown_pointer.c --entry f --no-refute
// $ haltcert prove unknown_pointer.c --entry f --no-refute --json | grep -o '"id":"[^"]*"'
/*@ requires n > 0; */
int f(int (*callback)(int), int n)
{
    return callback(n);
}
