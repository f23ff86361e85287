// expect: proved
// Breadth-first search: the queue holds vertices, and each is entered once.
#include <stdbool.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 2 || argc > 500)
        return 0;
    int n = argc, head = 0, tail = 0;
    bool *seen = calloc((size_t)n, sizeof *seen);
    int *queue = malloc((size_t)n * sizeof *queue), *next = malloc((size_t)n * sizeof *next);
    for (int i = 0; i < n; i++)
        next[i] = i * 3 % n;
    queue[tail++] = 0;
    seen[0] = true;
    while (head < tail) {
        int v = next[queue[head++]];
        if (!seen[v] && tail < n) {
            seen[v] = true;
            queue[tail++] = v;
        }
    }
    free(seen);
    free(queue);
    free(next);
    return tail;
}
