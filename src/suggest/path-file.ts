import { posix } from "node:path";
import { asObject, asString, type Document, valueAt } from "../document/index.js";

/** A file for a path beside those of the other paths, and how the description refers to it. */
export type PathFile = { readonly path: string; readonly reference: string };

/** Undefined where paths do not each stand in a file of one folder, or their names follow no rule that is known. */
export function choosePathFile(document: Document, template: string): PathFile | undefined {
  const place = document.getOrigin?.("/paths");
  const siblings = Object.entries(asObject(place && valueAt(place.file.value, place.pointer)) ?? {}).filter(
    ([key]) => !key.startsWith("x-"),
  );
  if (place === undefined || siblings.length === 0) return undefined;
  const references = siblings.map(([key, item]) => ({ key, reference: asString(asObject(item)?.$ref) ?? "" }));
  const first = references[0]?.reference ?? "";
  const [folder, ending] = [posix.dirname(first), posix.extname(first)];
  if (ending === "" || first.includes("#")) return undefined;
  const named = (name: FileNaming, key: string): string =>
    (first.startsWith("./") ? "./" : "") + posix.join(folder, name(key.replace(/^\/|\/$/g, "")) + ending);
  const rule = FILE_NAMINGS.find((name) => references.every(({ key, reference }) => reference === named(name, key)));
  if (rule === undefined) return undefined;
  const reference = named(rule, template);
  return { path: posix.join(posix.dirname(place.file.path), reference), reference };
}

type FileNaming = (path: string) => string;

/** How tools that split descriptions name the files of paths, and how people do. */
const FILE_NAMINGS: readonly FileNaming[] = [
  (path) => path.replaceAll("/", "_"),
  (path) => path.replaceAll("/", "-"),
  (path) => path.replaceAll("/", "_").replaceAll(/[{}]/g, ""),
  (path) => path.replaceAll("/", "-").replaceAll(/[{}]/g, ""),
];
