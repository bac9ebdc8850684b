/** A copy of the repository with the bugs in it, so that the work tree stays as it is. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sourceFiles } from "./draw.js";
import type { Mutant } from "./edit.js";
import { instrument } from "./instrument.js";

const CONFIG = `import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";
import base from "./vitest.config.js";
/** The test files in the order of the plan. */
class PlannedOrder extends BaseSequencer {
  async sort(files) {
    const planned = Object.keys(JSON.parse(readFileSync(process.env.MUTATION_PLAN, "utf8")).files);
    const place = ({ moduleId }) => planned.findIndex((file) => moduleId.endsWith("/" + file));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}
const { testNamePattern = "^(?!.*\\\\(postgres\\\\))" } = process.env.MUTATION_TESTS ? { testNamePattern: process.env.MUTATION_TESTS } : {};
export default {
  test: {
    ...base.test,
    include: ["test/**/*.test.ts"],
    projects: undefined,
    reporters: [{}],
    pool: "forks",
    isolate: true,
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
    testNamePattern,
    bail: process.env.MUTANT ? 1 : 0,
    dangerouslyIgnoreUnhandledErrors: true,
    sequence: { sequencer: PlannedOrder },
    runner: "./scripts/mutate-source/runner.ts",
  },
};
`;

const GENERATE = `import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { loadDocument } from "./src/document/index.ts";
import { generateFiles } from "./src/generate/generate.ts";
for (const [name, text] of await generateFiles(loadDocument("spec/openapi.yaml"), parse(readFileSync("contract.config.yaml", "utf8")).client)) writeFileSync("generated/" + name, text);
`;

/** Copies what git knows or would know, and \`dist/\`; plants all the bugs, each behind its switch. */
export function copyRepository(root: string, folder: string, mutants: readonly Mutant[]): void {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const path of listed.split("\n").filter((it) => it !== "")) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { force: true });
  }
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const file of sourceFiles(root)) {
    const text = readFileSync(join(root, file), "utf8");
    const own = mutants.filter((mutant) => mutant.file === file);
    writeFileSync(join(folder, file), instrument(text, own));
  }
  writeFileSync(join(folder, "vitest.mutation.config.ts"), CONFIG);
  // The validators hold functions of the source, which have switches now.
  execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", GENERATE], { cwd: folder });
}
