import {
  asObject,
  type Document,
  joinPointer,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../document/index.js";

/**
 * Returns the parameters of an operation, where a whole query string is replaced by the query parameters that have the same text:
 * one for each property of its form. Unchanged if no such parameters exist.
 */
export function expandQuerystring(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.flatMap((parameter) =>
    parameter.in === "querystring" ? (expandForm(document, parameter) ?? [parameter]) : [parameter],
  );
}

/** Keywords that say nothing more about a form than its properties do. */
const PLAIN_KEYWORDS = /^(type|properties|required|additionalProperties|title|description|examples?|deprecated|x-.*)$/;

function expandForm(
  document: Document,
  { content, required: isWholeRequired }: Parameter,
): readonly Parameter[] | undefined {
  if (content?.schema === undefined || !/^application\/x-www-form-urlencoded\b/i.test(content.range)) return undefined;
  const schema = resolvePointer(document, content.schema);
  const properties = asObject(schema?.value.properties);
  if (schema === undefined || properties === undefined) return undefined;
  const { required, additionalProperties = false } = schema.value;
  if (typeof additionalProperties !== "boolean") return undefined;
  if (!Object.keys(schema.value).every((keyword) => PLAIN_KEYWORDS.test(keyword))) return undefined;
  const names = Object.keys(properties);
  const expanded = names.flatMap((name): Parameter[] => {
    const pointer = joinPointer(schema.pointer, "properties", name);
    const types = [resolvePointer(document, pointer)?.value.type].flat();
    const encoding = resolvePointer(document, joinPointer(content.pointer, "encoding", name))?.value ?? {};
    // Without a style, an object in a form is JSON.
    if (Object.keys(encoding).length > 0 || types.includes("object") || types.includes(undefined)) return [];
    const isRequired = isWholeRequired && Array.isArray(required) && required.includes(name);
    return [{ pointer, name, in: "query", required: isRequired, schema: pointer, ...FORM_SERIALIZATION }];
  });
  return expanded.length === names.length ? expanded : undefined;
}

/** How a form writes a property without an encoding. */
const FORM_SERIALIZATION = { style: "form", explode: true, allowReserved: false, allowEmptyValue: false } as const;
