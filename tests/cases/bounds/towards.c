// entry: towards
// options: --bound iterations
// expect: proved bound~"most.:.max.0, n [+] 1 - x. [+] max.0, x - n."
// holds: iterations <= max(0, n + 1 - x) + max(0, x - n)
// fails: iterations <= max(0, x - n)
// Up or down, depending on the sign of the distance. On one of the paths the facts contradict each other.
/*@ requires -1000 <= x <= 1000 && -1000 <= n <= 1000; */
void towards(int x, int n) {
    while (x != n) {
        if (x > n) {
            x = x - 1;
        } else {
            x = x + 1;
        }
    }
}

int main(void) {
    towards(3, 5);
    towards(5, 3);
    return 0;
}
