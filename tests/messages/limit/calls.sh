# $ sh calls.sh > calls.c; haltcert prove calls.c --no-refute
# $ haltcert prove calls.c --no-refute --json | grep -o '"id":"[^"]*"'
echo 'static int f0(int n) { return n; }'
for n in $(seq 400); do
    echo "static int f$n(int n) { return f$((n - 1))(n); }"
done
echo 'int main(void) { return f400(1); }'
