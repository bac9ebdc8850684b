/**
 * Compiles every schema of the given specs, for requests and for responses, and prints the time and memory it takes. Use it for specs
 * that are too large for the repository, or whose licence does not allow a copy.
 *
 *     npm install --no-save @octokit/openapi
 *     node --expose-gc --import tsx scripts/bench/compile-specs.ts node_modules/@octokit/openapi/generated/api.github.com.json
 */
import { listOperations, loadDocument, type Pointer } from "../../src/document/index.js";
import { mapSchemas } from "../../src/document/structure.js";
import { createSchemas } from "../../src/schema/validation/schemas.js";

const DIRECTIONS = ["request", "response"] as const;

for (const path of process.argv.slice(2)) {
  const [document, loading] = measure(() => loadDocument(path));
  const before = getHeapSize();
  const [schemas, preparing] = measure(() => createSchemas(document));
  const heapAfterPreparing = getHeapSize() - before;
  const operations = listOperations(document);
  const bodies = operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.map((it) => it.schema)),
  );
  const [first = "/"] = bodies.filter((pointer) => pointer !== undefined);
  const [, validating] = measure(() => schemas.isValid(first, "response", {}));
  const pointers: Pointer[] = [];
  mapSchemas(document.root, "openapi", (schema, pointer) => {
    pointers.push(pointer);
    return schema;
  });
  const failures: string[] = [];
  const durations: number[] = [];
  const [, compiling] = measure(() => {
    for (const pointer of pointers)
      for (const direction of DIRECTIONS)
        try {
          durations.push(measure(() => schemas.isValid(pointer, direction, {}))[1]);
        } catch (error) {
          failures.push(String(error));
        }
  });
  durations.sort((one, other) => one - other);
  const row = {
    operations: operations.length,
    schemas: pointers.length,
    failures: failures.length,
    diagnostics: schemas.reinterpreted.size,
    "load ms": loading,
    "prepare ms": preparing,
    "first validation ms": validating,
    "all ms": compiling,
    "median ms": durations[durations.length >> 1],
    "worst ms": durations.at(-1),
    "document MB": before / 1e6,
    "prepared MB": heapAfterPreparing / 1e6,
    "all compiled MB": (getHeapSize() - before) / 1e6,
  };
  process.stdout.write(`${path}\n`);
  for (const [name, value] of Object.entries(row))
    process.stdout.write(`  ${name}: ${Math.round((value ?? 0) * 100) / 100}\n`);
  for (const reason of failures.slice(0, 10)) process.stdout.write(`  ${reason}\n`);
}

function measure<T>(work: () => T): [result: T, milliseconds: number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

function getHeapSize(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
