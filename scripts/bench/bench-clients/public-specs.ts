import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parse } from "yaml";

/** A public spec: a file of a commit, or of a version of an npm package. */
export type PublicSpec = {
  readonly name: string;
  readonly repository?: string;
  readonly commit?: string;
  readonly package?: string;
  readonly path: string;
  /** The folder of the path, for a spec of several files. */
  readonly folder?: string;
  /** It was not used while the generator was developed. */
  readonly heldOut?: boolean;
};

export function readPublicSpecs(list = join(import.meta.dirname, "specs.yaml")): readonly PublicSpec[] {
  return parse(readFileSync(list, "utf8")) as readonly PublicSpec[];
}

/**
 * Writes the file of a spec into a folder, once, and returns its path.
 *
 * @param mirrors a folder with clones of the repositories, each named `owner+name`
 */
export function writePublicSpec(spec: PublicSpec, folder: string, mirrors: string): string {
  const file =
    spec.folder === undefined
      ? join(folder, `${spec.name}${extname(spec.path)}`)
      : join(folder, spec.name, spec.folder, spec.path);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  if (spec.folder !== undefined) {
    extractFolder(spec, join(folder, spec.name), mirrors);
    return file;
  }
  writeFileSync(file, spec.package === undefined ? readCommit(spec, mirrors) : readPackage(spec.package, spec.path));
  return file;
}

function readCommit({ repository = "", commit = "", path }: PublicSpec, mirrors: string): Buffer {
  const git = findClone(repository, mirrors);
  return execFileSync("git", ["-C", git, "show", `${commit}:${path}`], { maxBuffer: 2 ** 28 });
}

function extractFolder({ repository = "", commit = "", folder = "" }: PublicSpec, out: string, mirrors: string): void {
  mkdirSync(out, { recursive: true });
  const script = 'git -C "$0" archive "$1" "$2" | tar x -C "$3"';
  execFileSync("bash", ["-ec", script, findClone(repository, mirrors), commit, folder, out]);
}

function findClone(repository: string, mirrors: string): string {
  const folder = join(mirrors, repository.replace("/", "+"));
  return existsSync(join(folder, "repo")) ? join(folder, "repo") : folder;
}

function readPackage(name: string, path: string): Buffer {
  const script = 'cd "$(mktemp -d)" && tar xzOf "$(npm pack --silent "$0")" "package/$1"';
  return execFileSync("bash", ["-ec", script, name, path], { maxBuffer: 2 ** 28 });
}
