// $ haltcert prove read_only.c --entry clear --no-refute
// $ haltcert prove read_only.c --entry clear --no-refute --json | grep -o '"id":"[^"]*"'
/*@ requires \valid_read(p); */
void clear(int *p)
{
    *p = 0;
}
