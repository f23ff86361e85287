// entry: count
// expect: proved
// What is ensured is one of two numbers in a row: an interval.
/*@ requires \true; assigns \nothing; ensures \result == 0 || \result == 1; */
int bit(int n);
/*@ requires 0 <= n <= 1000; ensures 0 <= \result <= n; */
int count(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += bit(i);
    return s;
}
