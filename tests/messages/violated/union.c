// $ haltcert prove union.c --entry share
struct item {
    int kind;
    union {
        int whole;
        struct { short low, high; } halves;
    } number;
    union { char *text; long size; };
};

/*@ requires \valid(it) && it->kind < 3 && it->number.whole > 4; */
int share(struct item *it)
{
    return 10 / it->number.halves.high + it->kind;
}
