import {
  asArray,
  asObject,
  asString,
  type Document,
  isJsonType,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  resolveChildren,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { type CodeValue, formatReference } from "../code.js";

/** How properties of a form are written, where the spec differs from the default (OpenAPI 3.1, section 4.8.15). */
export function describeEncoding(document: Document, media: MediaTypeDefinition): CodeValue | undefined {
  const encoding = asObject(valueAt(document.root, joinPointer(media.pointer, "encoding"))) ?? {};
  const isMultipart = /^multipart\//i.test(media.range);
  const entries = Object.keys(encoding).flatMap((name): [string, CodeValue][] => {
    const value = resolvePointer(document, joinPointer(joinPointer(media.pointer, "encoding"), name))?.value;
    if (value === undefined) return [];
    const type = asString(value.contentType);
    // Several types are alternatives. In a form, only JSON differs from text.
    const isOneType = type !== undefined && !/[,*]/.test(type);
    if (isMultipart) return isOneType ? [[name, type]] : [];
    const writer = chooseWriter(asString(value.style), value.explode);
    if (writer !== undefined) return [[name, formatReference(writer)]];
    return isOneType && isJsonType(type) ? [[name, formatReference("writeJsonText")]] : [];
  });
  // A form has text only, so an object is JSON unless the spec says otherwise. A part of multipart has a type.
  const objects = isMultipart
    ? []
    : listObjectProperties(document, media).filter(([name]) => !Object.hasOwn(encoding, name));
  for (const [name, writer] of objects) entries.push([name, formatReference(writer)]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The content types of parts by position: those of the first parts, and that of all others (OpenAPI 3.2, section 4.15.2). */
export function describePositions(document: Document, { pointer }: MediaTypeDefinition): readonly CodeValue[] {
  const readType = (...path: readonly (string | number)[]): string | undefined => {
    const type = asString(asObject(valueAt(document.root, joinPointer(pointer, ...path)))?.contentType);
    return type === undefined || /[,*]/.test(type) ? undefined : type;
  };
  const prefix = asArray(valueAt(document.root, joinPointer(pointer, "prefixEncoding")));
  const types = prefix.map((_, index) => readType("prefixEncoding", index) ?? "");
  const itemType = readType("itemEncoding");
  return itemType === undefined ? [types] : [types, itemType];
}

/** The properties that are objects or lists of objects, with their writers. */
function listObjectProperties(document: Document, { schema }: MediaTypeDefinition): [name: string, writer: string][] {
  const resolved = schema === undefined ? undefined : resolvePointer(document, schema);
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
