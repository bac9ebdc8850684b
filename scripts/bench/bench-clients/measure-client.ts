import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDocument } from "../../../src/document/index.js";
import { createClientModel, type ModelledCall } from "../../../src/generate/client/client-model.js";
import { getSchemas } from "../../../src/schema/index.js";
import { COMPILERS, type Compilation, compileWith, measureBundle } from "./compilers.js";
import { measure } from "./measure.js";
import { installNode } from "./other-generators.js";
import { formatOneCallProgram, formatSamplesProgram } from "./programs.js";
import type { CallResults } from "./run-calls.js";

const ROOT = join(import.meta.dirname, "../../..");

export type Generation = {
  readonly seconds: number;
  readonly megabytes: number;
  /** Of the TypeScript files. */
  readonly bytes: number;
};

/** What was measured of the client of one spec. */
export type ClientMeasurement = Generation & {
  readonly version: string;
  /** With one call, and with the samples of all operations, by version of TypeScript. */
  readonly compilations: Readonly<Record<string, { readonly one: Compilation; readonly samples: Compilation }>>;
  readonly gzip: number | undefined;
  readonly bundled: { readonly id: string; readonly method: string; readonly path: string };
  readonly calls: CallResults;
};

type Place = { readonly name: string; readonly folder: string; readonly tools: string };

/** Generates, compiles, bundles and calls the client of a spec. @throws if `contract generate` fails */
export async function measureClient(spec: string, { name, folder, tools }: Place): Promise<ClientMeasurement> {
  const out = join(folder, "clients", name);
  rmSync(out, { recursive: true, force: true });
  const generated = generateClient(process.execPath, spec, out);
  const document = loadDocument(spec);
  const model = createClientModel(document);
  const one = chooseCall(model.calls);
  writeFileSync(join(out, "use.ts"), formatOneCallProgram(one));
  writeFileSync(join(out, "samples.ts"), formatSamplesProgram({ schemas: getSchemas(document) }, model));
  const compilations = COMPILERS.map((version) => {
    const compile = (...files: string[]) => compileWith(version, tools, out, ["client.ts", "operations.ts", ...files]);
    return [version, { one: compile("use.ts"), samples: compile("samples.ts") }] as const;
  });
  const runner = ["--import", "tsx", join(import.meta.dirname, "run-calls.ts"), spec, out];
  const calls = measure(process.execPath, ["--max-old-space-size=8000", ...runner], ROOT);
  if (calls.code !== 0) throw new Error(`${name}: ${calls.stderr.slice(-2000)}`);
  return {
    ...{ version: document.version, ...generated },
    compilations: Object.fromEntries(compilations),
    gzip: await measureBundle(join(out, "use.ts")),
    bundled: { id: one.operation.id, method: one.operation.method, path: one.operation.path },
    calls: JSON.parse(calls.stdout) as CallResults,
  };
}

/** Runs `contract generate` and measures it. @throws if it fails */
function generateClient(node: string, spec: string, out: string, options: readonly string[] = []): Generation {
  const command = [join(ROOT, "dist/cli/main.js"), "generate", "--spec", spec, "--out", out, "--with", "runtime"];
  const { code, seconds, megabytes, stderr } = measure(node, [...command, ...options], join(out, ".."));
  if (code > 1) throw new Error(`${out}: ${stderr}`);
  const bytes = readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((it) => it.endsWith(".ts"))
    .reduce((sum, it) => sum + readFileSync(join(out, it)).length, 0);
  return { seconds, megabytes, bytes };
}

/** Generates on this version of Node, and on that of the other generators, with validators and without. */
export function measureGenerations(spec: string, { name, folder, tools }: Place): readonly Generation[] {
  const out = join(folder, "generations", name);
  mkdirSync(out, { recursive: true });
  const latest = installNode(tools);
  return [
    generateClient(process.execPath, spec, join(out, "own")),
    generateClient(latest, spec, join(out, "latest")),
    generateClient(latest, spec, join(out, "large"), ["--with", "validators"]),
  ];
}

/** The first GET operation with a path parameter. */
export function chooseCall(calls: readonly ModelledCall[]): ModelledCall {
  const gets = calls.filter(({ operation }) => operation.method === "GET");
  const chosen = gets.find(({ operation }) => operation.path.includes("{")) ?? gets[0] ?? calls[0];
  if (chosen === undefined) throw new Error("the client has no calls");
  return chosen;
}
