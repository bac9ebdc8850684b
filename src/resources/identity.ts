import { memoize, singularize } from "../document/index.js";

/** Words that name an id and nothing else, the best first. */
const OWN_ID_WORDS = ["id", "uuid", "guid", "gid", "uid", "sid"];
/** The last words of a name that refers to another resource. */
export const REFERENCE_WORDS: readonly string[] = [...OWN_ID_WORDS, "key", "slug"];
/** Words that name an identifying property, the best first. */
export const ID_WORDS: readonly string[] = [...REFERENCE_WORDS, "sha", "code", "number", "login", "name"];

/** Whether a property has the name of an id: `id`, or `task_gid`. */
export function isIdName(name: string): boolean {
  return OWN_ID_WORDS.includes(splitWords(name).at(-1) ?? "");
}

/**
 * The property that the last path parameter of a resource names: the one of its name, of its last words, such as `gid` for `task_gid`,
 * of the resource, or else the id. A name or a code is its id only if the parameter says so.
 *
 * @param names The properties of the resource.
 * @param resource Its name, as its collection has it.
 */
export function findIdentityName(names: readonly string[], parameter: string, resource = ""): string | undefined {
  const words = splitWords(parameter);
  const ends = words.map((_, at) => words.slice(at).join(""));
  const noun = splitWords(resource).join("");
  const ids = OWN_ID_WORDS.flatMap((id) => [id, words.join("") + id, noun + id]);
  const byWords = new Map(names.toReversed().map((name) => [splitWords(name).join(""), name]));
  return [...ends, noun, ...ids].flatMap((wanted) => (wanted === "" ? [] : (byWords.get(wanted) ?? [])))[0];
}

const MAX_NAMES = 10_000;

/** Splits a name into lower-case words in the singular: `orderIds`, `order_id` and `X-Order-ID` end with `order`, `id`. */
export const splitWords = memoize((name: string): readonly string[] => {
  return name
    .replaceAll(/IDs(?![a-z])/g, "Ids")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => singularize(word.toLowerCase()));
}, MAX_NAMES);

/** The name of the parameter that a path ends with, before a slash or not, as in Django. */
export function findLastParameter(path: string): string | undefined {
  return /\{([^{}]+)\}\/?$/.exec(path)?.[1];
}
