// entry: reserve
// expect: proved
// The member is compared with 0 at one place, where no sign matters, and with an unsigned number at another one.
struct vector { unsigned used, capacity; };

/*@ requires \valid(v); */
void reserve(struct vector *v, unsigned wanted)
{
    if (v->capacity == 0)
        v->capacity = 8;
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
