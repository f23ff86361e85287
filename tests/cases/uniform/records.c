// expect: proved
// Members of structures in an array.
#include <stdlib.h>

struct edge {
    int to;
    long weight;
};

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 100)
        return 0;
    struct edge *edges = malloc((size_t)argc * sizeof *edges);
    long distance[100] = {0}, sum = 0;
    for (int i = 0; i < argc; i++) {
        edges[i].to = (i + 1) % argc;
        edges[i].weight = 3;
    }
    for (int i = 0; i < argc; i++)
        distance[edges[i].to] = edges[i].weight;
    for (int i = 0; i < argc; i++)
        sum += distance[i];
    free(edges);
    return sum > 0;
}
