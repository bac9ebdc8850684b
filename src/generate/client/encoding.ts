import {
  asArray,
  asString,
  type Document,
  isJsonType,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  type ResolvedObject,
  resolveChildren,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { type CodeValue, formatReference } from "../code.js";

/** How properties of a form are written, where the spec differs from the default (OpenAPI 3.1, section 4.8.15). */
export function describeEncoding(document: Document, media: MediaTypeDefinition): CodeValue | undefined {
  const isMultipart = /^multipart\//i.test(media.range);
  const { names } = listEncodings(document, media);
  const entries = names.flatMap((encoding): [string, CodeValue][] => {
    const { key, value } = encoding;
    const type = readPartType(encoding);
    if (isMultipart) return type === undefined ? [] : [[key, type]];
    // In a form, only JSON differs from text.
    const writer =
      chooseWriter(asString(value.style), value.explode) ?? (isJsonType(type) ? "writeJsonText" : undefined);
    return writer === undefined ? [] : [[key, formatReference(writer)]];
  });
  // A form has text only, so an object is JSON unless the spec says otherwise. A part of multipart has a type.
  const objects = isMultipart
    ? []
    : listObjectProperties(document, media).filter(([name]) => names.every(({ key }) => key !== name));
  for (const [name, writer] of objects) entries.push([name, formatReference(writer)]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The encodings in an object: by name, by position, and that of all others. */
export function listEncodings(document: Document, { pointer }: Pick<ResolvedObject, "pointer">) {
  const prefix = asArray(valueAt(document.root, joinPointer(pointer, "prefixEncoding")));
  return {
    names: resolveChildren(document, joinPointer(pointer, "encoding")),
    prefix: prefix.map((_, index) => resolvePointer(document, joinPointer(pointer, "prefixEncoding", index))),
    item: resolvePointer(document, joinPointer(pointer, "itemEncoding")),
  };
}

/** The content type of a part; undefined for several, which are alternatives. */
export function readPartType(encoding: ResolvedObject | undefined): string | undefined {
  const type = asString(encoding?.value.contentType);
  return type === undefined || /[,*]/.test(type) ? undefined : type;
}

/** The properties that are objects or lists of objects, with their writers. */
function listObjectProperties(document: Document, { schema }: MediaTypeDefinition): [name: string, writer: string][] {
  const resolved = resolvePointer(document, schema);
  if (resolved === undefined) return [];
  const isObject = (value: JsonObject | undefined) => [value?.type].flat().includes("object");
  return resolveChildren(document, joinPointer(resolved.pointer, "properties")).flatMap(({ key, value, pointer }) => {
    if (isObject(value)) return [[key, "writeJsonText"]];
    return isObject(resolvePointer(document, joinPointer(pointer, "items"))?.value) ? [[key, "writeJsonItems"]] : [];
  });
}

function chooseWriter(style: string | undefined, explode: unknown): string | undefined {
  if (style === "deepObject") return "writeDeepObject";
  if (style === "spaceDelimited") return "writeSpaceDelimited";
  if (style === "pipeDelimited") return "writePipeDelimited";
  if (explode === false) return "writeCommaDelimited";
  return style === "form" || explode === true ? "writeFormObject" : undefined;
}
