import { compareNumbers, ExactNumber, isNumber } from "./exact-number.js";

/** Whether a value equals a value of the schema; the order of properties does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof ExactNumber || other instanceof ExactNumber)
    return isNumber(one) && isNumber(other) && compareNumbers(other, one) === 0;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(getProperty(one, name), getProperty(other, name)))
  );
}

function getProperty(object: object, name: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[name];
}

/** The index `i` of the first item that equals an earlier item `j`, found in one pass; undefined if all items differ. */
export function findRepeatedItem(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const scalars = new Map<unknown, number>();
  const composed = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const isComposed = typeof item === "object" && item !== null;
    const text = isComposed ? toCanonicalJson(item) : "";
    const j = isComposed ? composed.get(text) : scalars.get(item);
    if (j !== undefined) return { i, j };
    if (isComposed) composed.set(text, i);
    else scalars.set(item, i);
  }
  return undefined;
}

/** JSON with sorted property names, so that equal values have equal text. */
function toCanonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(getProperty(value, name))}`).join()}}`;
}
