// $ haltcert prove unknown_pointer.c --entry f
// $ haltcert prove unknown_pointer.c --entry f --json | grep -o '"id":"[^"]*"'
/*@ requires n > 0; */
int f(int (*callback)(int), int n)
{
    return callback(n);
}
