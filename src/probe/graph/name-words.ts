/** Splits a name into lower-case words in the singular: `orderIds`, `order_id` and `X-Order-ID` end with `order`, `id`. */
export function splitWords(name: string): readonly string[] {
  return name
    .replaceAll(/IDs(?![a-z])/g, "Ids")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => toSingular(word.toLowerCase()));
}

function toSingular(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh|o)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Words that name an identifying property, the best first. */
export const ID_WORDS: readonly string[] = [
  "id",
  "uuid",
  "guid",
  "key",
  "slug",
  "sha",
  "name",
  "code",
  "number",
  "login",
];

/** A name as a reference: the kind of resource, and the property that identifies it. */
export type ReferenceName = { readonly resource: string; readonly property: string };

/**
 * Reads the name of a path parameter. The segment before it names the resource if the parameter does not:
 * `/sessions/{id}` and `/sessions/{session}` both refer to the id of a session.
 */
export function readParameterName(name: string, segment: string): ReferenceName {
  const words = splitWords(name);
  const resource = splitWords(segment).join(" ");
  const last = words.at(-1) ?? "";
  if (!ID_WORDS.includes(last)) return { resource: words.join(" "), property: "id" };
  const owner = words.slice(0, -1).join(" ");
  return { resource: owner === "" ? resource : owner, property: last };
}

/** Reads the name of a property that refers to another resource, such as `teamId`; undefined if it names none. */
export function readReferenceName(name: string): ReferenceName | undefined {
  const words = splitWords(name);
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !["id", "uuid", "guid", "key", "slug"].includes(last)) return undefined;
  return { resource: words.slice(0, -1).join(" "), property: last };
}

/** Whether two names mean the same kind of resource: the same words, or one ends with the other. */
export function isSameResource(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  return one === other || one.endsWith(` ${other}`) || other.endsWith(` ${one}`);
}
