/** The repository of the project, from `repository` in package.json, which is empty until the owner sets it. */
export type Repository = {
  /** The URL of the page, such as `https://host/owner/name`. */
  readonly page: string;
  /** The URL for `git clone`. */
  readonly git: string;
  readonly issues: string;
  /** Returns the URL of the page of a file. */
  readonly fileUrl: (path: string) => string;
  /** Returns the URL of the bytes of a file, for images. */
  readonly rawUrl: (path: string) => string;
};

/** @throws Error if the address is not an https URL with an owner and a name */
export function repositoryOf(address: string): Repository | undefined {
  if (address === "") return undefined;
  const page = address.replace(/\/$/, "").replace(/\.git$/, "");
  if (!/^https:\/\/[^/\s]+(\/[^/\s?#]+){2,}$/.test(page))
    throw new Error(`"repository" in package.json is ${JSON.stringify(address)}: expected https://host/owner/name`);
  // GitLab puts the pages of a project below `-`.
  const inside = /^https:\/\/gitlab\./.test(page) ? `${page}/-` : page;
  return {
    page,
    git: `git+${page}.git`,
    issues: `${inside}/issues`,
    fileUrl: (path) => `${inside}/blob/HEAD/${path}`,
    rawUrl: (path) => `${inside}/raw/HEAD/${path}`,
  };
}
