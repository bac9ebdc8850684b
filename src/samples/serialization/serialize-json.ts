/**
 * Serializes a value as JSON. Unlike `JSON.stringify`, it keeps numbers that a double cannot represent
 * (`schema/values/exact-number.ts`).
 */
export function serializeExactJson(value: unknown): string {
  return hasNumberObject(value) ? serializeWithNumbers(value) : (JSON.stringify(value) ?? "null");
}

function hasNumberObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Number || Object.values(value).some(hasNumberObject);
}

function serializeWithNumbers(value: unknown): string {
  if (value instanceof Number) return value.toString();
  if (Array.isArray(value)) return `[${value.map(serializeWithNumbers).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [`${JSON.stringify(name)}:${serializeWithNumbers(item)}`],
    );
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** Serializes a value for a URL, a header or a form; arrays and objects become JSON. */
export function serializeScalar(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? serializeExactJson(value) : String(value);
}
