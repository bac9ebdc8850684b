/** Measures the bundle size of other API clients, minified and compressed. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLERS } from "./bundle.js";

const ROOT = join(import.meta.dirname, "../..");
const REDOCLY = join(ROOT, "node_modules/@redocly/cli");

/** The latest version of each is installed for the measurement only. */
const OTHER_TOOLS = ["openapi-fetch", "ky", "@octokit/core", "stripe", "openai"] as const;

export type Size = { readonly name: string; readonly scope: string; readonly minified: number; readonly gzip: number };

type Entry = { readonly name: string; readonly scope: string; readonly binding: string; readonly from: string };

/** Installs the other clients in a folder, generates Redocly's client, and bundles each of them for a browser. */
export async function measureClientSizes(folder: string): Promise<readonly Size[]> {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", ...quiet, ...OTHER_TOOLS], { cwd: folder, stdio: ["ignore", "ignore", 2] });
  const generated = join(folder, "redocly-client.ts");
  const generate = ["generate-client", join(ROOT, "spec/openapi.yaml"), "--output", generated];
  execFileSync(process.execPath, [join(REDOCLY, "bin/cli.js"), ...generate], { cwd: ROOT, stdio: "ignore" });
  const sizes: Size[] = [];
  for (const entry of listEntries(folder, generated)) sizes.push(await measureSize(folder, entry));
  return sizes;
}

function listEntries(folder: string, generated: string): readonly Entry[] {
  const entry = (from: string, scope: string, binding: string): Entry => ({
    ...{ name: `${from} ${versionOf(join(folder, "node_modules", from))}`, scope, binding, from },
  });
  return [
    entry("openapi-fetch", "typed calls by path", "all"),
    entry("ky", "untyped calls, retries", "all"),
    entry("@octokit/core", "requests to one service", "{ Octokit as all }"),
    entry("stripe", "all operations of one service", "all"),
    entry("openai", "all operations of one service", "all"),
    {
      name: `client of Redocly CLI ${versionOf(REDOCLY)}`,
      scope: "generated from the same spec",
      binding: "* as all",
      from: generated,
    },
  ];
}

async function measureSize(folder: string, { name, scope, binding, from }: Entry): Promise<Size> {
  const path = join(folder, `entry-${name.replaceAll(/\W+/g, "-")}.js`);
  writeFileSync(path, `import ${binding} from ${JSON.stringify(from)};\nglobalThis.program = [all];`);
  const { minified, gzip } = await BUNDLERS.esbuild.bundle(path, false);
  return { name, scope, minified, gzip };
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
