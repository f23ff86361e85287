// expect: violated memory safety
// One element gets another value behind the loop, through an index that is not known.
int main(int argc, char **argv)
{
    (void)argv;
    int order[4] = {0, 0, 0, 0}, data[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i < 4; i++)
        order[i] = i;
    if (argc >= 0 && argc < 4)
        order[argc] = 4;
    for (int i = 0; i < 4; i++)
        sum += data[order[i]];
    return sum;
}
