/** Where the project lives: the one address that `repository` in package.json holds. It is empty until the owner fills it in. */
export type Repository = {
  /** Its page, such as `https://host/owner/name`. */
  readonly page: string;
  /** The address that git clones. */
  readonly git: string;
  readonly issues: string;
  /** The page of a file. */
  readonly fileUrl: (path: string) => string;
  /** The bytes of a file, for pictures. */
  readonly rawUrl: (path: string) => string;
};

/** @throws Error when the address is not an https URL of an owner and a name */
export function repositoryOf(address: string): Repository | undefined {
  if (address === "") return undefined;
  const page = address.replace(/\/$/, "").replace(/\.git$/, "");
  if (!/^https:\/\/[^/\s]+(\/[^/\s?#]+){2,}$/.test(page))
    throw new Error(`"repository" in package.json is ${JSON.stringify(address)}: expected https://host/owner/name`);
  // GitLab keeps everything that is no project below `-`.
  const inside = /^https:\/\/gitlab\./.test(page) ? `${page}/-` : page;
  return {
    page,
    git: `git+${page}.git`,
    issues: `${inside}/issues`,
    fileUrl: (path) => `${inside}/blob/HEAD/${path}`,
    rawUrl: (path) => `${inside}/raw/HEAD/${path}`,
  };
}
