// entry: sized
// options: --bound stack
// expect: proved bound~"this resource cannot be bounded yet in this program"
// An array whose size is known only when the function runs.
/*@ requires 1 <= n <= 100; */
int sized(int n) {
    char a[n];
    a[n - 1] = 0;
    return a[n - 1];
}

int main(void) { return sized(3); }
