// $ haltcert contract contract_left_out.c --entry both
/*@ requires \valid(p); assigns *p; ensures *p == 1 || *p == 3; */
void choose(int *p);

/*@ requires \true; ensures \result > 0; */
int both(void)
{
    int n = 1;
    choose(&n);
    return n;
}
