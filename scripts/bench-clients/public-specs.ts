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
  /** It was not used while the generator was developed. */
  readonly heldOut?: boolean;
};

export function readPublicSpecs(): readonly PublicSpec[] {
  return parse(readFileSync(join(import.meta.dirname, "specs.yaml"), "utf8")) as readonly PublicSpec[];
}

/**
 * Writes the file of a spec into a folder, once, and returns its path.
 *
 * @param mirrors a folder with clones of the repositories, each named `owner+name`
 */
export function writePublicSpec(spec: PublicSpec, folder: string, mirrors: string): string {
  const file = join(folder, `${spec.name}${extname(spec.path)}`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, spec.package === undefined ? readCommit(spec, mirrors) : readPackage(spec.package, spec.path));
  return file;
}

function readCommit({ repository = "", commit = "", path }: PublicSpec, mirrors: string): Buffer {
  const folder = join(mirrors, repository.replace("/", "+"));
  const git = existsSync(join(folder, "repo")) ? join(folder, "repo") : folder;
  return execFileSync("git", ["-C", git, "show", `${commit}:${path}`], { maxBuffer: 2 ** 28 });
}

function readPackage(name: string, path: string): Buffer {
  const script = 'cd "$(mktemp -d)" && tar xzOf "$(npm pack --silent "$0")" "package/$1"';
  return execFileSync("bash", ["-ec", script, name, path], { maxBuffer: 2 ** 28 });
}
