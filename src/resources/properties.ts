/** The properties that the schemas of a value declare, in all their branches. */
import { type Document, isObject, joinPointer, type Operation, type Pointer } from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import { listDeclaring } from "../schema/model/applicable-schema.js";

/** The schemas of the JSON bodies of successful responses. */
export function listPageSchemas({ responses }: Pick<Operation, "responses">): readonly Pointer[] {
  return responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ content }) => content.flatMap(({ range, schema }) => (/json/.test(range) ? (schema ?? []) : [])));
}

/** The names of the properties that the schemas of a value declare. */
export function listNamesOfProperties(document: Document, pointer: Pointer): readonly string[] {
  const possible = getSchemas(document).model.possible(pointer);
  return [
    ...new Set(possible.flatMap(({ schema }) => Object.keys(isObject(schema.properties) ? schema.properties : {}))),
  ];
}

export function listChildren(document: Document, pointer: Pointer, name: string): readonly Pointer[] {
  return getSchemas(document)
    .model.possible(pointer)
    .flatMap((it) => {
      if (name !== "*") return listDeclaring(it.schema, it.pointer, name);
      return isObject(it.schema.items) ? [joinPointer(it.pointer, "items")] : [];
    });
}

/** Names of members that hold the resource of a body. */
export const ENVELOPE_NAME = /^(data|result|item|resource)$/i;

/** JSON Pointers to the arrays of a page: its properties but for links, those of an object around them, or the page itself. */
export function listArrays(document: Document, page: Pointer): readonly Pointer[] {
  const schemas = getSchemas(document);
  const isArray = (schema: Pointer): boolean => getSchemaTypes(schemas, schema).has("array");
  if (isArray(page)) return [""];
  const listOwn = (schema: Pointer, path: readonly string[]): readonly Pointer[] =>
    listNamesOfProperties(document, schema).flatMap((name) =>
      name !== "links" && listChildren(document, schema, name).some(isArray) ? [joinPointer("", ...path, name)] : [],
    );
  const own = listOwn(page, []);
  const around = listNamesOfProperties(document, page).filter((it) => it === "_embedded" || ENVELOPE_NAME.test(it));
  return own.length > 0
    ? own
    : around.flatMap((name) => listChildren(document, page, name).flatMap((it) => listOwn(it, [name])));
}
