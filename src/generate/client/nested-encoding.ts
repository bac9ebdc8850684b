import {
  asArray,
  asObject,
  asString,
  type Document,
  joinPointer,
  type MediaTypeDefinition,
  type ResolvedObject,
  readHeaderDefinitions,
  resolveChildren,
  resolvePointer,
} from "../../document/index.js";
import type { CodeValue } from "../code.js";
import { getConstant } from "./parameters.js";

/**
 * How the parts of a multipart body are written, if they have headers, parts of their own, or names in a list. Undefined for other
 * bodies, whose writers are smaller.
 */
export function describeNestedEncoding(document: Document, media: MediaTypeDefinition): CodeValue | undefined {
  const isForm = /^multipart\/form-data/i.test(media.range);
  const owner = resolvePointer(document, media.pointer);
  if (owner === undefined) return undefined;
  const schema = media.schema === undefined ? undefined : resolvePointer(document, media.schema)?.value;
  const isNeeded =
    hasNestedEncoding(document, owner) ||
    (isForm ? schema?.type === "array" : Object.keys(asObject(owner.value.encoding) ?? {}).length > 0);
  return isNeeded ? describeNested(document, owner) : undefined;
}

/** The encodings in an object: by name, by position, and that of all others. */
function listEncodings(document: Document, { pointer, value }: ResolvedObject) {
  const resolve = (...path: readonly (string | number)[]) => resolvePointer(document, joinPointer(pointer, ...path));
  return {
    names: resolveChildren(document, joinPointer(pointer, "encoding")),
    prefix: asArray(value.prefixEncoding).map((_, index) => resolve("prefixEncoding", index)),
    item: resolve("itemEncoding"),
  };
}

function hasNestedEncoding(document: Document, owner: ResolvedObject): boolean {
  const { names, prefix, item } = listEncodings(document, owner);
  return [...names, ...prefix, item].some(
    (encoding) =>
      encoding !== undefined &&
      (readHeaderDefinitions(document, encoding.pointer).length > 0 ||
        /^multipart\//i.test(asString(encoding.value.contentType) ?? "") ||
        hasNestedEncoding(document, encoding)),
  );
}

function describeNested(document: Document, owner: ResolvedObject): Readonly<Record<string, CodeValue>> {
  const { names, prefix, item } = listEncodings(document, owner);
  const describe = (encoding: ResolvedObject | undefined): Readonly<Record<string, CodeValue>> => {
    const type = asString(encoding?.value.contentType);
    const headers = encoding === undefined ? [] : readHeaderDefinitions(document, encoding.pointer);
    const fixed = headers.flatMap((it) => {
      const value = getConstant(document, it);
      return value === undefined ? [] : [[it.name, value] as const];
    });
    return {
      ...(type === undefined || /[,*]/.test(type) ? {} : { type }),
      ...(fixed.length === 0 ? {} : { headers: Object.fromEntries(fixed) }),
      ...(encoding === undefined ? {} : describeNested(document, encoding)),
    };
  };
  return {
    ...(names.length === 0 ? {} : { names: Object.fromEntries(names.map((it) => [it.key, describe(it)])) }),
    ...(prefix.length === 0 ? {} : { prefix: prefix.map(describe) }),
    ...(item === undefined ? {} : { item: describe(item) }),
  };
}
