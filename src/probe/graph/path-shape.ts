import { toPattern } from "../../check/router/server.js";
import { decodePercentOrKeep, listExpressions, memoize, replaceParameterNames } from "../../document/index.js";
import { ID_WORDS, REFERENCE_WORDS, splitWords } from "../../resources/index.js";

/** A path parameter, with the part of the path that leads to it. */
export type PathStep = {
  readonly name: string;
  readonly reference: ReferenceName;
  /** The path up to and with the parameter, with `{}` for each parameter: equal for all operations on one resource. */
  readonly key: string;
  /** The same for the collection, which is the path before the parameter. */
  readonly collection: string;
};

/** Reads a path template of any shape: trailing slashes, several parameters, nested resources, prefixes. */
export const readPathShape = memoize(parsePath);

function parsePath(path: string) {
  const segments =
    path
      .split("?", 1)[0]
      ?.split("/")
      .filter((segment) => segment !== "") ?? [];
  const steps: PathStep[] = [];
  /** The whole path with `{}` for each parameter; empty for the root. */
  let key = "";
  let [owner, fixed] = ["", ""];
  for (const segment of segments) {
    const collection = key;
    const names = listExpressions(segment);
    key += `/${replaceParameterNames(segment)}`;
    if (names.length === 0) [owner, fixed] = [fixed, segment];
    // `/flows/name/{name}` has the name of a flow.
    const isProperty = (name: string): boolean => ID_WORDS.includes(name) && fixed.replace(/^by[-_]?/i, "") === name;
    for (const name of names)
      steps.push({ name, reference: readParameterName(name, isProperty(name) ? owner : fixed), key, collection });
  }
  /** The resource that the last fixed segment names, such as `order` for `/orders/{orderId}`. */
  const resource = readParameterName("id", fixed).resource;
  /** Whether the path ends with a parameter, so that it addresses one resource. */
  const isItem = /\{\}$/.test(key);
  return { key, steps, last: steps.at(-1), resource, isItem };
}

/** Values for the parameters of a path, in the order of the path. Operations on one resource may name them differently. */
export function fillPath<Value>(path: string, values: readonly Value[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(readPathShape(path).steps.map(({ name }, at) => [name, values[at] as Value]));
}

/** Creates a function that finds the templates of a URL, and the values of their parameters. */
export function createTemplateMatcher(paths: readonly string[]): (url: string) => readonly UrlMatch[] {
  const templates = [...new Set(paths.flatMap((path) => readPathShape(path).steps.map(({ key }) => key)))]
    .filter((key) => key.endsWith("}"))
    .map((key) => ({ key, expression: new RegExp(`${toPattern(key, "([^/?#]+)")}/?$`) }));
  return (url) => {
    const path = URL.canParse(url, "http://host.example") ? new URL(url, "http://host.example").pathname : "";
    return templates.flatMap(({ key, expression }) => {
      const found = expression.exec(path);
      return found === null ? [] : [{ key, values: found.slice(1).map(decodePercentOrKeep) }];
    });
  };
}

type UrlMatch = { readonly key: string; readonly values: readonly string[] };

/** A list of words, which are in the singular like those of a name. */
export function parseWords(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

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
  const owner = words.slice(0, -1).join(" ");
  // `/orders/{order_ref}` is the ref of an order, although that word alone names no id.
  if (!ID_WORDS.includes(last) && (owner === "" || owner !== resource))
    return { resource: words.join(" "), property: "id" };
  return { resource: owner === "" ? resource : owner, property: last };
}

/** Reads the name of a property that refers to another resource, such as `teamId`; undefined if it names none. */
export function readReferenceName(name: string): ReferenceName | undefined {
  const words = splitWords(name);
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !REFERENCE_WORDS.includes(last)) return undefined;
  return { resource: words.slice(0, -1).join(" "), property: last };
}

/** Whether two names mean the same kind of resource: the same words, or one ends with the other. */
export function isSameResource(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  return one === other || one.endsWith(` ${other}`) || other.endsWith(` ${one}`);
}
