import { posix } from "node:path";
import { asObject, asString, type Document, valueAt } from "../document/index.js";

/** A file for a new path item and the `$ref` to it. */
export type PathFile = { readonly path: string; readonly reference: string };

/**
 * Chooses a file for a new path if each path item of the spec is in its own file. Returns undefined if the files are not in
 * one directory or their names follow no known rule.
 */
export function choosePathFile(document: Document, template: string): PathFile | undefined {
  const origin = document.getOrigin?.("/paths");
  const siblings = Object.entries(asObject(origin && valueAt(origin.file.value, origin.pointer)) ?? {}).filter(
    ([key]) => !key.startsWith("x-"),
  );
  if (origin === undefined) return undefined;
  const references = siblings.map(([key, item]) => ({ key, reference: asString(asObject(item)?.$ref) ?? "" }));
  const first = references[0]?.reference ?? "";
  const [folder, extension] = [posix.dirname(first), posix.extname(first)];
  if (extension === "" || first.includes("#")) return undefined;
  const buildReference = (naming: FileNaming, key: string): string =>
    (first.startsWith("./") ? "./" : "") + posix.join(folder, naming(key.replace(/^\/|\/$/g, "")) + extension);
  const naming = FILE_NAMINGS.find((it) =>
    references.every(({ key, reference }) => reference === buildReference(it, key)),
  );
  if (naming === undefined) return undefined;
  const reference = buildReference(naming, template);
  return { path: posix.join(posix.dirname(origin.file.path), reference), reference };
}

type FileNaming = (path: string) => string;

/** Common naming rules for path item files, by tools that split specs and by hand. */
const FILE_NAMINGS: readonly FileNaming[] = [
  (path) => path.replaceAll("/", "_"),
  (path) => path.replaceAll("/", "-"),
  (path) => path.replaceAll("/", "_").replaceAll(/[{}]/g, ""),
  (path) => path.replaceAll("/", "-").replaceAll(/[{}]/g, ""),
];
