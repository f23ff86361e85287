// expect: violated memory safety
// As counting.c, but the array of counts has no place for the greatest byte.
int main(void)
{
    int in[10], count[9] = {0};
    for (int i = 0; i < 10; i++)
        in[i] = i;
    for (int i = 0; i < 10; i++)
        count[in[i]]++;
    return count[0];
}
