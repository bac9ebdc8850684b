import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Compilation, compileWith, installPackages, measureBundle } from "./compilers.js";
import { type Measured, measure } from "./measure.js";

/** Another generator of clients. Placeholders of the command: `SPEC`, the folder `OUT`, and `BIN`, its folder of commands. */
type OtherGenerator = {
  readonly name: string;
  readonly packages: readonly string[];
  readonly command: readonly string[];
  /** The program that makes one call, from the name of its function and the file that exports it. */
  readonly program: (call: FoundCall) => string;
  readonly config?: { readonly file: string; readonly text: string };
};

type FoundCall = { readonly name: string; readonly file: string; readonly method: string; readonly path: string };

export type OtherResult = {
  readonly name: string;
  readonly seconds: number;
  readonly megabytes: number;
  /** Why there is no client. */
  readonly failure?: string;
  readonly bytes: number;
  readonly compilation?: Compilation;
  /** Bytes of one call after gzip; undefined if it cannot be bundled. */
  readonly gzip?: number | undefined;
};

const NODE = "node@24.21.0";

const useFunction = ({ name, file }: FoundCall): string =>
  `import { ${name} } from "./${file.replace(/\.ts$/, "")}";\nconsole.log(${name});\n`;

export const OTHER_GENERATORS: readonly OtherGenerator[] = [
  {
    name: "openapi-typescript 7.13.0 + openapi-fetch 0.17.0",
    packages: ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3"],
    command: ["BIN/openapi-typescript", "SPEC", "-o", "OUT/types.ts"],
    program: ({ method, path }) =>
      `import createClient from "openapi-fetch";\nimport type { paths } from "./types";\nconst client = createClient<paths>({ baseUrl: "https://api.example.com" });\nconsole.log(client.${method}(${JSON.stringify(path)}, {} as never));\n`,
  },
  {
    name: "hey-api/openapi-ts 0.99.0",
    packages: ["@hey-api/openapi-ts@0.99.0", "typescript@5.9.3"],
    command: ["BIN/openapi-ts", "-i", "SPEC", "-o", "OUT", "-c", "@hey-api/client-fetch"],
    program: useFunction,
  },
  {
    name: "orval 8.38.0",
    packages: ["orval@8.38.0", "typescript@5.9.3"],
    command: ["BIN/orval", "-i", "SPEC", "-o", "OUT/client.ts", "--client", "fetch", "--mode", "single"],
    program: useFunction,
  },
  {
    name: "kubb 4.39.3",
    packages: ["cli", "core", "plugin-oas", "plugin-ts", "plugin-client"]
      .map((it) => `@kubb/${it}@4.39.3`)
      .concat("typescript@5.9.3"),
    command: ["BIN/kubb", "generate", "-c", "kubb.config.mjs"],
    config: {
      file: "kubb.config.mjs",
      text: `import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
export default {
  root: ".",
  input: { path: process.env.SPEC },
  output: { path: process.env.OUT, clean: true, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", bundle: true })],
};
`,
    },
    program: useFunction,
  },
  {
    name: "redocly generate-client 2.77.0",
    packages: ["@redocly/cli@2.77.0"],
    command: ["BIN/redocly", "generate-client", "SPEC", "--output", "OUT/client.ts"],
    program: () => 'import { client } from "./client";\nconsole.log(client);\n',
  },
];

export type OtherContext = {
  /** Where the tools are installed. */
  readonly tools: string;
  readonly spec: string;
  readonly out: string;
  /** The operation of the bundle. */
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
};

/** Generates, compiles and bundles the client of another generator, on Node 24. */
export async function runOtherGenerator(generator: OtherGenerator, context: OtherContext): Promise<OtherResult> {
  const { tools, spec, operation } = context;
  const folder = join(tools, generator.name.replaceAll(/\W+/g, "-"));
  const node = installNode(tools);
  installPackages(folder, generator.packages);
  if (generator.config !== undefined) writeFileSync(join(folder, generator.config.file), generator.config.text);
  const out = join(context.out, generator.name.replaceAll(/\W+/g, "-"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const generated = generate(generator, { folder, node, spec, out });
  const { seconds, megabytes } = generated;
  const sources = listSources(out);
  const bytes = sources.reduce((sum, file) => sum + readFileSync(join(out, file)).length, 0);
  const result = { name: generator.name, seconds, megabytes, bytes };
  if (generated.code !== 0 || sources.length === 0) return { ...result, failure: describeFailure(generated, spec) };
  const call = findCall(out, sources, operation);
  writeFileSync(join(out, "use.ts"), generator.program({ ...call, method: operation.method, path: operation.path }));
  execFileSync("ln", ["-sfn", join(folder, "node_modules"), join(out, "node_modules")]);
  const compilation = compileWith("5.9.3", tools, out, [...sources, "use.ts"]);
  return { ...result, compilation, gzip: await measureBundle(join(out, "use.ts")) };
}

/** Installs the version of Node that the other generators run on, and returns its command. */
export function installNode(tools: string): string {
  installPackages(join(tools, "node"), [NODE], []);
  return join(tools, "node/node_modules/node/bin/node");
}

type Generation = { readonly folder: string; readonly node: string; readonly spec: string; readonly out: string };

function generate(generator: OtherGenerator, { folder, node, spec, out }: Generation): Measured {
  const values = { BIN: join(folder, "node_modules/.bin"), SPEC: spec, OUT: out };
  const args = generator.command.map((it) =>
    it.replace(/^(BIN|SPEC|OUT)/, (name) => values[name as keyof typeof values]),
  );
  return measure(node, ["--max-old-space-size=8000", ...args], folder, { SPEC: spec, OUT: out });
}

/** The first line of an error, without paths of this machine. */
function describeFailure({ stdout, stderr, code }: Measured, spec: string): string {
  const all = stripVTControlCharacters(`${stderr}\n${stdout}`)
    .split("\n")
    .map((line) => line.trim());
  const line =
    all.find((it) => /error|fail|✗|✘|cannot|invalid|not found|no such/i.test(it)) ??
    all.find((it) => it !== "") ??
    "no message";
  return `exit code ${code}: ${line
    .replaceAll(spec, "the spec")
    .replaceAll(/\/[\w./-]*\/(?=[\w.-]+)/g, "")
    .slice(0, 160)}`;
}

/** A generator that fails may have removed the folder. */
function listSources(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((it) => it.endsWith(".ts") && it !== "use.ts" && !it.startsWith("node_modules"))
    .sort();
}

/** The exported function that has the name of the operation, without regard to case and separators. */
function findCall(
  folder: string,
  sources: readonly string[],
  { id }: { readonly id: string },
): Pick<FoundCall, "name" | "file"> {
  const wanted = id.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
  for (const file of sources)
    for (const [, name = ""] of readFileSync(join(folder, file), "utf8").matchAll(
      /^export (?:const|(?:async )?function) (\w+)/gm,
    ))
      if (name.toLowerCase() === wanted) return { name, file };
  return { name: "missing", file: sources[0] ?? "" };
}
