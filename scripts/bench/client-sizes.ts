/** What a page pays for other clients: minified by one bundler, in bytes of gzip. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLERS } from "./bundle.js";

const ROOT = join(import.meta.dirname, "../..");
const REDOCLY = join(ROOT, "node_modules/@redocly/cli");

/** The newest version of each is installed for the measurement only. */
const RIVALS = ["openapi-fetch", "ky", "@octokit/core", "stripe", "openai"] as const;

export type Size = { readonly name: string; readonly does: string; readonly minified: number; readonly gzip: number };

type Entry = { readonly name: string; readonly does: string; readonly binding: string; readonly from: string };

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
  const entry = (from: string, does: string, binding: string): Entry => ({
    ...{ name: `${from} ${versionOf(join(folder, "node_modules", from))}`, does, binding, from },
  });
  return [
    entry("openapi-fetch", "typed calls by path", "all"),
    entry("ky", "untyped calls, retries", "all"),
    entry("@octokit/core", "calls of one service", "{ Octokit as all }"),
    entry("stripe", "all of one service", "all"),
    entry("openai", "all of one service", "all"),
    {
      name: `client of Redocly CLI ${versionOf(REDOCLY)}`,
      does: "generated from the same spec",
      binding: "* as all",
      from: generated,
    },
  ];
}

async function size(folder: string, { name, does, binding, from }: Entry): Promise<Size> {
  const path = join(folder, `entry-${name.replaceAll(/\W+/g, "-")}.js`);
  writeFileSync(path, `import ${binding} from ${JSON.stringify(from)};\nglobalThis.program = [all];`);
  const { minified, gzip } = await BUNDLERS.esbuild.bundle(path, false);
  return { name, does, minified, gzip };
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
