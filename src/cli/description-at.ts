import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Document, linesOf, loadDocument } from "../document/index.js";
import { UsageError } from "./usage-error.js";

/** A description, and the commit that it was read from where it is not the one in the folder. */
export type DescriptionAt = {
  readonly document: Document;
  readonly path: string;
  readonly ref?: string;
  readonly lines: (file: string) => readonly string[];
};

/**
 * Loads a description from a file, or as `REF:path` or `git:REF:path` from a commit of the repository around the folder of the
 * run, with all the files that it refers to there.
 *
 * @throws UsageError when there is no such commit, DocumentError when the description cannot be used.
 */
export function descriptionAt(name: string): DescriptionAt {
  const named = existsSync(name) ? undefined : /^(?:git:)?([^:]{2,}):(.+)$/.exec(name);
  if (named === undefined || named === null) return { document: loadDocument(name), path: name, lines: linesOf };
  const [, ref = "", path = ""] = named;
  const commit = commitOf(ref, name);
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? git("show", `${commit}:./${file}`);
    texts.set(file, text);
    return text;
  };
  const document = loadDocument(path, read);
  return { document, path, ref, lines: (file) => (texts.get(file) ?? "").split(/\r?\n/) };
}

function commitOf(ref: string, name: string): string {
  try {
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`).trim();
  } catch (error) {
    throw new UsageError(`${name}: there is no such file, and no commit "${ref}" of a repository here`, {
      cause: error,
    });
  }
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 29 });
}
