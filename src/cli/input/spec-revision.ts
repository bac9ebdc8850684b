import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { ChangedLocation, Contract, SpecChanges } from "../../check/index.js";
import { type DiffFinding, diffDocuments } from "../../diff/index.js";
import {
  createSourceReader,
  type Document,
  getOrCreate,
  isSpecUrl,
  loadDocument,
  type Operation,
  resolvePointer,
} from "../../document/index.js";
import { UsageError } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";

/** A spec, and the commit that it was read from unless it was read from disk. */
export type SpecRevision = ReturnType<typeof readSpecAtRevision>;

/**
 * Loads a spec from a file, or as `REF:path` or `git:REF:path` from a commit of the repository of the current directory,
 * including the files that it refers to in that commit.
 *
 * @throws UsageError when the commit does not exist, DocumentError when the spec cannot be used.
 */
export function readSpecAtRevision(name: string) {
  const named = isSpecUrl(name) || existsSync(name) ? undefined : /^(?:git:)?([^:]{2,}):(.+)$/.exec(name);
  if (named === undefined || named === null)
    return { document: loadDocument(name), path: name, lines: createSourceReader() };
  const [, ref = "", path = ""] = named;
  const commit = resolveCommit(ref, name);
  const texts = new Map<string, string>();
  const read = (file: string): string => getOrCreate(texts, file, () => runGit(["show", `${commit}:./${file}`]));
  const document = loadDocument(path, read);
  return { document, path, ref, lines: createSourceReader((file) => texts.get(file) ?? "") };
}

function resolveCommit(ref: string, name: string): string {
  try {
    return runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]).trim();
  } catch (error) {
    throw new UsageError(`${name}: no such file, and no commit "${ref}" in this repository`, {
      cause: error,
    });
  }
}

/** @throws Error without Git, outside of a repository, or if the command fails. */
export function runGit(args: readonly string[], cwd = "."): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 29 });
}

/**
 * Finds the operations and locations that changed since an older spec, for coverage of the changes.
 *
 * @throws UsageError when the commit does not exist, DocumentError when the older spec cannot be used.
 */
export function findSpecChanges(
  { name, thresholds }: NonNullable<RunSettings["since"]>,
  { document }: Contract,
  chosen: readonly Operation[],
): SpecChanges {
  const { findings } = diffDocuments({ old: readSpecAtRevision(name).document, new: document });
  const operations = chosen.flatMap(({ kind, id: operationId }) => {
    const codes = findings.filter((it) => getAffectedOperations(it).has(operationId)).map(({ code }) => code);
    return kind !== "path" || codes.length === 0 ? [] : [{ operationId, codes: [...new Set(codes)].sort() }];
  });
  return {
    since: name,
    operations,
    locations: findings.flatMap((it) => findChangedLocations(it, document)),
    thresholds,
  };
}

function getAffectedOperations({ affects }: DiffFinding): ReadonlySet<string> {
  return new Set(affects.map(({ operation }) => operation));
}

/** Removed parts have no location in the new spec. A new part may be a reference, whose target counts as well. */
function findChangedLocations(finding: DiffFinding, document: Document): ChangedLocation[] {
  const { code, new: place } = finding;
  const operations = [...getAffectedOperations(finding)];
  if (place === undefined || code.endsWith(".removed")) return [];
  const pointers = new Set([place.pointer, resolvePointer(document, place.pointer)?.pointer ?? place.pointer]);
  const all = [...pointers].map((pointer) => ({ pointer, operations }));
  return code === "operation.added" ? [...all, { operations }] : all;
}
