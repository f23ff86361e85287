// Tries the checker's WebAssembly module on the test vectors: node scripts/try-wasm.mjs FILE.wasm [CERT...]
import { readFileSync } from "node:fs";

const [, , file, ...certificates] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { memory, haltcheck_input, haltcheck_check, haltcheck_answer } = instance.exports;

function check(certificate, module) {
  const place = haltcheck_input(certificate.length + module.length);
  new Uint8Array(memory.buffer, place, certificate.length).set(certificate);
  new Uint8Array(memory.buffer, place + certificate.length, module.length).set(module);
  const length = haltcheck_check(certificate.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, haltcheck_answer(), length)));
}

for (const name of certificates) {
  console.log(name, check(readFileSync(name), new Uint8Array()).verdict);
}
const folder = new URL("../spec/vectors/rules/", import.meta.url);
const counts = {};
for (const vector of JSON.parse(readFileSync(new URL("index.json", folder)))) {
  const read = (kind) => readFileSync(new URL(`${vector.name}.${kind}`, folder));
  const { verdict } = check(read("cert"), read("ll"));
  // Without a solver, what does not follow by arithmetic is not known to be wrong.
  const undecided = verdict === "UNDECIDED" && (vector.verdict === "INVALID" || vector.solver);
  if (verdict !== vector.verdict && !undecided) {
    console.error(`${vector.name}: ${verdict}, the vector is ${vector.verdict}`);
    process.exit(1);
  }
  counts[verdict] = (counts[verdict] ?? 0) + 1;
}
if (!counts.VALID || !counts.INVALID) {
  console.error("the vectors were not checked:", counts);
  process.exit(1);
}
console.log("test vectors:", counts);
