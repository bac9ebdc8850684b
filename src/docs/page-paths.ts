import { type Document, listOperations, type Operation, type Pointer, resolveChildren } from "../document/index.js";

/** The paths of the pages of a spec. Paths are distinct, also on file systems that ignore case. */
export type PagePaths = {
  readonly operations: ReadonlyMap<Operation, string>;
  /** By the pointer of the component. */
  readonly schemas: ReadonlyMap<Pointer, string>;
};

/** Gives each operation, event and schema a page of its own. */
export function createPagePaths(document: Document): PagePaths {
  const taken = new Set<string>();
  const take = (folder: string, name: string): string => {
    const base = `${folder}/${createSlug(name)}`;
    let path = base;
    for (let count = 2; taken.has(path); count += 1) path = `${base}-${count}`;
    taken.add(path);
    return path;
  };
  const operations = listOperations(document).map((operation) => {
    const folder = operation.kind === "webhook" ? "reference/events" : "reference/operations";
    return [operation, take(folder, operation.kind === "webhook" ? operation.path : operation.id)] as const;
  });
  const schemas = resolveChildren(document, "/components/schemas").map(({ key }) => {
    const pointer = `/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [pointer, take("reference/schemas", key)] as const;
  });
  return { operations: new Map(operations), schemas: new Map(schemas) };
}

/** Returns a name for URLs: lower case words of letters and digits, joined by hyphens. */
export function createSlug(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  // A file named `index` is the page of its directory.
  return words === "" || words === "index" ? `page${words === "" ? "" : "-index"}` : words;
}
