import { asArray, asObject, type Document, joinPointer, type Operation, resolvePointer } from "../../document/index.js";

/**
 * Whether a request body requires properties that only the service sends (`readOnly`). OpenAPI requires them of responses only,
 * but both share a schema and so a type.
 */
export function requiresReadOnly(document: Document, { requestBody }: Operation): boolean {
  const required = new Set<unknown>();
  const readOnly = new Set<string>();
  const seen = new Set<string>();
  const visit = (pointer: string): void => {
    const schema = resolvePointer(document, pointer);
    if (schema === undefined || seen.has(schema.pointer)) return;
    seen.add(schema.pointer);
    for (const name of asArray(schema.value.required)) required.add(name);
    for (const name of Object.keys(asObject(schema.value.properties) ?? {})) {
      const property = joinPointer(schema.pointer, "properties", name);
      if (resolvePointer(document, property)?.value.readOnly === true) readOnly.add(name);
      else visit(property);
    }
    for (const keyword of ["items", "additionalProperties"]) visit(joinPointer(schema.pointer, keyword));
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const index of asArray(schema.value[keyword]).keys())
        visit(joinPointer(schema.pointer, keyword, `${index}`));
  };
  for (const { schema } of requestBody?.content ?? []) if (schema !== undefined) visit(schema);
  return [...readOnly].some((name) => required.has(name));
}
