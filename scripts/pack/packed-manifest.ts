import { repositoryOf } from "./repository.js";

type Manifest = {
  readonly repository?: string;
  readonly scripts?: { readonly postpack?: string };
  readonly devDependencies?: unknown;
};

/**
 * Writes package.json as it is packed: with `repository`, `homepage` and `bugs`, or with none of them without an address.
 * Scripts and development dependencies are for checkouts; npm warns about a `prepare` script when it installs a tarball. Only
 * `postpack` stays: npm takes it from the packed file.
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
