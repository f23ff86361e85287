// entry: reserve
// expect: no termination
// Nothing doubles to nothing.
struct vector { unsigned used, capacity; };

/*@ requires \valid(v); */
void reserve(struct vector *v, unsigned wanted)
{
    while (v->capacity < wanted) {
        if (v->capacity > 0x7fffffffu) {
            v->capacity = wanted;
            break;
        }
        v->capacity *= 2;
    }
}

int main(void)
{
    struct vector v = { 0, 0 };
    reserve(&v, 1000);
    return (int)v.capacity;
}
