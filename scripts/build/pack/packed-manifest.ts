import { repositoryOf } from "./repository.js";

type Manifest = {
  readonly repository?: string;
  readonly scripts?: { readonly postpack?: string };
  readonly devDependencies?: unknown;
};

/**
 * Returns package.json for the tarball. It has `repository`, `homepage` and `bugs` if `repository` is set, and no development
 * dependencies. It has no scripts, because npm warns about a `prepare` script in a tarball. Only `postpack` stays: npm reads it from the
 * packed file.
 */
export function packedManifest(text: string): string {
  const { repository: address = "", scripts = {}, devDependencies: _, ...manifest } = JSON.parse(text) as Manifest;
  const repository = repositoryOf(address);
  const fields = repository && {
    repository: { type: "git", url: repository.git },
    homepage: `${repository.page}#readme`,
    bugs: { url: repository.issues },
  };
  return `${JSON.stringify({ ...manifest, scripts: { postpack: scripts.postpack }, ...fields }, undefined, 2)}\n`;
}
