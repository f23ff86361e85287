// entry: neighbours
// expect: proved
// A count in two short loops, in which one place is skipped.
/*@ requires \valid_read(g + (0 .. 99)) && 1 <= x <= 8 && 1 <= y <= 8; */
int neighbours(const unsigned char *g, int x, int y)
{
    int found[8], n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if ((dx || dy) && g[(y + dy) * 10 + x + dx]) found[n++] = dx + dy;
    return n ? found[n - 1] : 0;
}

int main(void)
{
    unsigned char g[100] = {0};
    g[0] = 1;
    return neighbours(g, 1, 1) != -2;
}
