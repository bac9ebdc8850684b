/** The properties that the schemas of a value declare, in all their branches, and those of a request body as fields. */
import {
  type Document,
  FORM_SERIALIZATION,
  isObject,
  joinPointer,
  type MediaTypeDefinition,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
} from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import { listDeclaring } from "../schema/model/applicable-schema.js";
import { listNamedProperties } from "../schema/model/value-constraints.js";

/** The JSON bodies of successful responses. */
export function listPageMedia({ responses }: Pick<Operation, "responses">): readonly MediaTypeDefinition[] {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return successes.flatMap(({ content }) => content.filter(({ range }) => /json/.test(range)));
}

export function listPageSchemas(operation: Pick<Operation, "responses">): readonly Pointer[] {
  return listPageMedia(operation).flatMap(({ schema }) => schema ?? []);
}

/** The names of the properties that the schemas of a value declare. */
export function listNamesOfProperties(document: Document, pointer: Pointer): readonly string[] {
  return listNamedProperties(getSchemas(document).model.possible(pointer));
}

export function listChildren(document: Document, pointer: Pointer, name: string): readonly Pointer[] {
  return getSchemas(document)
    .model.possible(pointer)
    .flatMap((it) => {
      if (name !== "*") return listDeclaring(it.schema, it.pointer, name);
      const { items, type = "array" } = it.schema;
      return isObject(items) && [type].flat().includes("array") ? [joinPointer(it.pointer, "items")] : [];
    });
}

/** JSON Pointers to the arrays of a page: its properties but for links and errors, or the page itself. */
export function listArrays(document: Document, page: Pointer): readonly Pointer[] {
  const schemas = getSchemas(document);
  const isArray = (schema: Pointer): boolean => getSchemaTypes(schemas, schema).has("array");
  if (isArray(page)) return [""];
  return listNamesOfProperties(document, page).flatMap((name) =>
    !/^(links|errors|warnings|warning_?messages)$/i.test(name) && listChildren(document, page, name).some(isArray)
      ? [joinPointer("", name)]
      : [],
  );
}

/** Whether the first page or record has the number 0, by the default of the parameter, its minimum, or its description. */
export function isCountedFromZero(
  document: Document,
  { schema, pointer }: { readonly schema?: Pointer | undefined; readonly pointer: Pointer },
): boolean {
  const value = resolvePointer(document, schema)?.value ?? {};
  const { default: first = value.minimum } = value;
  const text = `${value.description} ${resolvePointer(document, pointer)?.value.description}`;
  return first === undefined ? ZERO_BASED_TEXT.test(text) : first === 0;
}

const ZERO_BASED_TEXT = /\b(zero|0)[ -](based|indexed)|\b(starts?|starting|begins?) (at|from|with) (0|zero)\b/i;

/**
 * The fields of the JSON body of a request that can ask for a list, as query parameters whose names are JSON Pointers into the body. Of
 * an object, its properties are the fields.
 */
export const listBodyFields = memoizeByPair((document: Document, operation: Operation): readonly Parameter[] => {
  if (operation.kind !== "path" || !/^(POST|QUERY)$/.test(operation.method)) return [];
  const listFields = (object: Pointer, at: Pointer, depth: number): readonly Parameter[] =>
    listNamesOfProperties(document, object).flatMap((property) =>
      listChildren(document, object, property).flatMap((schema) => {
        const name = joinPointer(at, property);
        const inner = depth < MAX_DEPTH ? listFields(schema, name, depth + 1) : [];
        return inner.length > 0
          ? inner
          : [{ ...FORM_SERIALIZATION, in: "query", required: false, name, pointer: schema, schema }];
      }),
    );
  const content = operation.requestBody?.content ?? [];
  return content.flatMap(({ range, schema }) => (/json/.test(range) && schema ? listFields(schema, "", 1) : []));
});

const MAX_DEPTH = 3;
