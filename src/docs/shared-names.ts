import type { Operation } from "../document/index.js";

/** Names that the text of the page and Scalar's reference share: anchors, so that links lead to both, and files of samples. */
export { createFileName, isFileType } from "../samples/sample-files.js";

export function getOperationAnchor({ kind, id, path, tags: [tag] }: Operation): string {
  const name = kind === "webhook" ? `webhook/${createSlug(path)}` : createSlug(id);
  return tag === undefined ? name : `${getTagAnchor(tag)}/${name}`;
}

export function getTagAnchor(tag: string): string {
  return `tag/${createSlug(tag)}`;
}

export function getSchemaAnchor(name: string): string {
  return `schemas/${createSlug(name)}`;
}

/** Returns a name for URLs: lower case words of letters and digits, joined by hyphens. */
export function createSlug(name: string): string {
  const words = name
    // The plural of an abbreviation is one word, as in `listAPIs`.
    .replaceAll(/[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z]{2})/g, "$&-")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  // A file named `index` is the page of its directory.
  return words === "" || words === "index" ? `page${words === "" ? "" : "-index"}` : words;
}

/** Whether a value of an example stands for such a file, as `@photo.png` does. */
export function isSampleFile(value: unknown): boolean {
  return typeof value === "string" && /^@(?:photo|file)\.\w+$/.test(value);
}
