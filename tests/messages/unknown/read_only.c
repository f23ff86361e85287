// $ haltcert prove read_only.c --entry clear
// $ haltcert prove read_only.c --entry clear --json | grep -o '"id":"[^"]*"'
/*@ requires \valid_read(p); */
void clear(int *p)
{
    *p = 0;
}
