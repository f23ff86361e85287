// expect: violated memory safety
// Two is written as well.
static unsigned char seen[300];
static int hits[2];

int main(void)
{
    for (int i = 0; i < 300; i++)
        seen[i] = i == 7 ? 2 : 1;
    return hits[seen[7]];
}
