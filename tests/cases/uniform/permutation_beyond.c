// expect: violated memory safety
// As permutation.c, but the greatest index is n.
int data[4];

int main(void)
{
    int order[4], sum = 0;
    for (int i = 0; i < 4; i++)
        order[i] = 4 - i;
    for (int i = 0; i < 4; i++)
        sum ^= data[order[i]];
    return sum;
}
