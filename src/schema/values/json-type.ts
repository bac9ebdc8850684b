/** The JSON Schema type of a value. */
export function getJsonTypeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" || value instanceof Number)
    return Number.isInteger(Number(value)) ? "integer" : "number";
  return typeof value;
}

export function includesAnyType(types: readonly string[], ...wanted: readonly string[]): boolean {
  return wanted.some((type) => types.includes(type));
}
