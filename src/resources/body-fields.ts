import {
  type Document,
  joinPointer,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
} from "../document/index.js";
import { listChildren, listNamesOfProperties } from "./properties.js";

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
        return inner.length > 0 ? inner : [{ ...FORM, name, pointer: schema, schema }];
      }),
    );
  const content = operation.requestBody?.content ?? [];
  return content.flatMap(({ range, schema }) => (/json/.test(range) && schema ? listFields(schema, "", 1) : []));
});

const FORM = {
  in: "query",
  required: false,
  style: "form",
  explode: true,
  allowReserved: false,
  allowEmptyValue: false,
} as const;

const MAX_DEPTH = 3;
