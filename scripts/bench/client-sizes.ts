/** What a page pays for a client: minified by one bundler, in bytes of gzip. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const REDOCLY = join(ROOT, "node_modules/@redocly/cli");

/** What others have to show, installed as it is newest; none is a dependency of the project for this. */
const RIVALS = ["openapi-fetch", "ky", "@octokit/core", "stripe", "openai"] as const;

export type Size = { readonly name: string; readonly does: string; readonly minified: number; readonly gzip: number };

type Entry = { readonly name: string; readonly does: string; readonly text: string };

/** Installs the rivals in a folder, generates Redocly's client beside them, and bundles all as a page would. */
export async function clientSizes(folder: string): Promise<readonly Size[]> {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", ...quiet, ...RIVALS], { cwd: folder, stdio: ["ignore", "ignore", 2] });
  const generated = join(folder, "redocly-client.ts");
  const generate = ["generate-client", join(ROOT, "spec/openapi.yaml"), "--output", generated];
  execFileSync(process.execPath, [join(REDOCLY, "bin/cli.js"), ...generate], { cwd: ROOT, stdio: "ignore" });
  const sizes: Size[] = [];
  for (const entry of entries(folder, generated)) sizes.push(await size(folder, entry));
  return sizes;
}

function entries(folder: string, generated: string): readonly Entry[] {
  const ours = (imports: string, door: string): string =>
    `export ${imports} from ${JSON.stringify(join(ROOT, "src", door, "index.ts"))};`;
  const version = (name: string): string => `${name} ${versionOf(join(folder, "node_modules", name))}`;
  const signedIn = "every operation typed, sign-in by JWT, retries, paging, errors thrown";
  return [
    { name: "ours: verify", does: "signatures of webhooks", text: ours("{ verify }", "webhooks") },
    {
      name: "ours: createClient, jwtBearer, orThrow",
      does: signedIn,
      text: ours("{ createClient, jwtBearer, orThrow }", ""),
    },
    { name: "ours: all of the client", does: "and every sign-in, JSON Patch, the tables", text: ours("*", "") },
    { name: version("openapi-fetch"), does: "typed calls by path", text: 'export { default } from "openapi-fetch";' },
    { name: version("ky"), does: "untyped calls, retries", text: 'export { default } from "ky";' },
    { name: version("@octokit/core"), does: "calls of one service", text: 'export { Octokit } from "@octokit/core";' },
    { name: version("stripe"), does: "all of one service", text: 'export { default } from "stripe";' },
    { name: version("openai"), does: "all of one service", text: 'export { default } from "openai";' },
    {
      name: `client of Redocly CLI ${versionOf(REDOCLY)}`,
      does: "generated from the same description",
      text: `export * from ${JSON.stringify(generated)};`,
    },
  ];
}

/** Of what is loaded to begin with; what only `validate` loads is not. */
async function size(folder: string, { name, does, text }: Entry): Promise<Size> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: text, resolveDir: folder, sourcefile: "entry.js" },
    absWorkingDir: folder,
    outdir: join(folder, "out"),
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["*/generated/validators.js"],
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const outputs = Object.entries(metafile.outputs);
  const first = outputs.filter(([, { entryPoint }]) => entryPoint?.includes("entry.js")).map(([path]) => path);
  for (const path of first) {
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && next in metafile.outputs && !first.includes(next)) first.push(next);
    }
  }
  const files = outputFiles.filter(({ path }) => first.some((name) => path === join(folder, name)));
  if (files.length === 0) throw new Error(`${name} was not bundled`);
  const sum = (lengths: readonly number[]): number => lengths.reduce((all, length) => all + length, 0);
  return {
    name,
    does,
    minified: sum(files.map(({ contents }) => contents.length)),
    gzip: sum(files.map(({ contents }) => gzipSync(contents, { level: 9 }).length)),
  };
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
