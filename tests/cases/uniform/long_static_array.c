// expect: proved
// A static array of 300 elements.
static unsigned char seen[300];
static int hits[2];

int main(int argc, char **argv)
{
    for (int i = 0; i < 1000; i++)
        seen[(unsigned)i * (unsigned)argc % 300] = 1;
    return hits[seen[argc % 300]];
}
