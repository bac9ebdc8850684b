/** Bundle sizes of programs that use the packed package, and their limits. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations, webhooks } from "../../generated/operations.js";
import type { Bundle, Bundler } from "./bundle.js";

export type Program = {
  readonly title: string;
  /** Imported names, `*` for all, or none for an import without names. */
  readonly names: readonly string[];
  /** The subpath of the package, such as `/webhooks`. */
  readonly subpath: string;
  /** Whether the program uses `require`, for which bundlers drop no unused code. */
  readonly isCommonJs?: boolean;
  /** Maximum bytes after gzip. Raise a limit only with a reason. */
  readonly limit?: number;
};

const CLIENT = ["createClient", "orThrow"];

export const PROGRAMS: readonly Program[] = [
  { title: "no names", names: [], subpath: "", limit: 0 },
  { title: "createClient, orThrow", names: CLIENT, subpath: "", limit: 4480 },
  { title: "createClient, orThrow, jwtBearer", names: [...CLIENT, "jwtBearer"], subpath: "", limit: 5600 },
  { title: "all of the client", names: ["*"], subpath: "/client", limit: 6250 },
  { title: "verify, from webhooks", names: ["verify"], subpath: "/webhooks", limit: 700 },
  { title: "verify", names: ["verify"], subpath: "/verify", limit: 700 },
  { title: "fetchHandler", names: ["fetchHandler"], subpath: "/webhooks", limit: 1600 },
  { title: "all of the webhooks", names: ["*"], subpath: "/webhooks", limit: 5000 },
  { title: "validateCalls", names: ["validateCalls"], subpath: "/validate", limit: 980 },
];

export const COMMON_JS: readonly Program[] = [
  { title: "the package", names: CLIENT, subpath: "", isCommonJs: true },
  { title: "the client", names: CLIENT, subpath: "/client", isCommonJs: true },
  { title: "the webhooks", names: ["verify"], subpath: "/webhooks", isCommonJs: true },
  { title: "verify", names: ["verify"], subpath: "/verify", isCommonJs: true },
  { title: "validateCalls", names: ["validateCalls"], subpath: "/validate", isCommonJs: true },
];

/** One program for the validators of each operation and each event. */
export const VALIDATORS: readonly Program[] = [...Object.keys(operations), ...Object.keys(webhooks)].map((name) => ({
  title: name,
  names: [name],
  subpath: "/validators",
}));

/** Limits for the programs in `VALIDATORS`, in bytes after gzip. */
export const VALIDATOR_LIMITS = { median: 4000, largest: 13_000 } as const;

/** @param folder where the package is installed */
export function bundleProgram(
  { bundle }: Bundler,
  folder: string,
  { names, subpath, isCommonJs = false }: Program,
  split = false,
): Promise<Bundle> {
  const from = JSON.stringify(`commerce-contract${subpath}`);
  const list = names.join(", ");
  const binding = list === "*" ? "all" : `{ ${list} }`;
  const imported = isCommonJs
    ? `const ${binding} = require(${from});`
    : `import ${list === "*" ? "* as all" : binding} from ${from};`;
  const used = list === "*" ? "all" : list;
  const name = `${subpath}-${used}`.replaceAll(/\W+/g, "-");
  const entry = join(folder, `${isCommonJs ? "required" : "imported"}${name}.js`);
  writeFileSync(entry, names.length === 0 ? `import ${from};` : `${imported}\nglobalThis.program = [${used}];`);
  return bundle(entry, split);
}

export function median(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
