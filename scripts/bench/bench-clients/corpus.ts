import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { createClientModel } from "../../../src/generate/client/client-model.js";
import { completeOperations, replaceUnusableSchemas } from "../../../src/generate/generate.js";
import { getSchemas } from "../../../src/schema/index.js";
import { COMPILERS, type Compilation, compileWith, measureBundle } from "./compilers.js";
import { measure } from "./measure.js";
import { chooseCall } from "./measure-client.js";
import { OTHER_GENERATORS, type OtherResult, runOtherGenerator } from "./other-generators.js";
import { formatOneCallProgram, formatSamplesProgram } from "./programs.js";

const ROOT = join(import.meta.dirname, "../../..");

/** What one generator wrote of a spec. */
type Output = {
  readonly operations: number;
  /** The files on disk without the runtime that both have. */
  readonly bytes: number;
};

/** A spec that is generated and compiled, with what a peer makes of it. */
export type CorpusResult = Output & {
  readonly version: string;
  readonly inSpec: number;
  readonly omissions: readonly string[];
  readonly seconds: number;
  readonly megabytes: number;
  /** With the samples of all operations and the declarations of the validators, by version of TypeScript. */
  readonly compilations: Readonly<Record<string, Compilation>>;
  readonly gzip: number | undefined;
  readonly validatorBytes: number;
  readonly peer: OtherResult & Output & { readonly typeErrors: number | undefined };
};

/** @throws if `contract generate` fails */
export async function measureCorpusSpec(
  spec: string,
  { name, folder, tools }: { readonly name: string; readonly folder: string; readonly tools: string },
): Promise<CorpusResult> {
  const out = join(folder, "corpus", name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const own = join(out, "own");
  const command = ["generate", "--spec", spec, "--out", own, "--with", "runtime", "--quiet"];
  const run = (options: readonly string[]) =>
    measure(process.execPath, [join(ROOT, "dist/cli/main.js"), ...command, ...options], out);
  const { code, seconds, megabytes, stderr } = run([]);
  if (code > 1) throw new Error(`${name}: ${stderr}`);
  const bytes = sumBytes(own);
  run(["--with", "validators"]);
  const validatorBytes = sumBytes(own) - bytes;
  const { document } = completeOperations(replaceUnusableSchemas(loadDocument(spec)).document);
  const model = createClientModel(document);
  const one = chooseCall(model.calls);
  writeFileSync(join(own, "use.ts"), formatOneCallProgram(one));
  writeFileSync(join(own, "samples.ts"), formatSamplesProgram({ schemas: getSchemas(document) }, model));
  const files = ["client.ts", "operations.ts", "validators.d.ts", "use.ts", "samples.ts"];
  const compilations = COMPILERS.map((version) => [version, compileWith(version, tools, own, files)] as const);
  const [generator] = OTHER_GENERATORS.filter((it) => it.name.startsWith("hey-api"));
  if (generator === undefined) throw new Error("the peer is not in the list of generators");
  const { id, method, path } = one.operation;
  const context = { tools, spec, out: join(out, "peer"), operation: { id, method, path } };
  const peer = await runOtherGenerator(generator, context);
  const peerFolder = join(context.out, generator.name.replaceAll(/\W+/g, "-"));
  // The client that the peer copies beside its types has errors of its own.
  const types = peer.failure === undefined ? compileWith("5.9.3", tools, peerFolder, ["types.gen.ts"]) : undefined;
  return {
    ...{ version: document.version, inSpec: listOperations(document).filter(({ kind }) => kind === "path").length },
    ...{ operations: model.calls.length, bytes, omissions: stderr.split("\n").filter((it) => it !== "") },
    ...{ seconds, megabytes, compilations: Object.fromEntries(compilations), validatorBytes },
    gzip: await measureBundle(join(own, "use.ts")),
    peer: {
      ...{ ...peer, operations: countFunctions(peerFolder), bytes: sumBytes(peerFolder) },
      typeErrors: types?.errors,
    },
  };
}

/** The bytes of generated files, without the runtime, the programs of this script, and installed packages. */
function sumBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((it) => !/^(runtime|client|core|node_modules)(\/|$)|^(use|samples)\.ts$|^tsconfig/.test(it))
    .map((it) => statSync(join(folder, it)))
    .reduce((sum, it) => sum + (it.isFile() ? it.size : 0), 0);
}

function countFunctions(folder: string): number {
  const [file] = readdirSync(folder).filter((it) => it === "sdk.gen.ts");
  if (file === undefined) return 0;
  return [...readFileSync(join(folder, file), "utf8").matchAll(/^export const \w+ = </gm)].length;
}
