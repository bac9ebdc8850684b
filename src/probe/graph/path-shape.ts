import { type ReferenceName, readParameterName } from "./name-words.js";

/** A path parameter, with the part of the path that leads to it. */
export type PathStep = {
  readonly name: string;
  readonly reference: ReferenceName;
  /** The path up to and with the parameter, with `{}` for each parameter: equal for all operations on one resource. */
  readonly key: string;
  /** The same for the collection, which is the path before the parameter. */
  readonly collection: string;
};

export type PathShape = {
  /** The whole path with `{}` for each parameter; empty for the root. */
  readonly key: string;
  readonly steps: readonly PathStep[];
  /** The resource that the last fixed segment names, such as `order` for `/orders/{orderId}`. */
  readonly resource: string;
  /** Whether the path ends with a parameter, so that it addresses one resource. */
  readonly isItem: boolean;
};

const shapes = new Map<string, PathShape>();

/** Reads a path template of any shape: trailing slashes, several parameters, nested resources, prefixes. */
export function readPathShape(path: string): PathShape {
  const known = shapes.get(path) ?? parsePath(path);
  shapes.set(path, known);
  return known;
}

function parsePath(path: string): PathShape {
  const segments =
    path
      .split("?", 1)[0]
      ?.split("/")
      .filter((segment) => segment !== "") ?? [];
  const steps: PathStep[] = [];
  let key = "";
  let fixed = "";
  for (const segment of segments) {
    const collection = key;
    const names = [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
    key += `/${segment.replaceAll(/\{[^{}]*\}/g, "{}")}`;
    if (names.length === 0) fixed = segment;
    for (const name of names) steps.push({ name, reference: readParameterName(name, fixed), key, collection });
  }
  const resource = readParameterName("id", fixed).resource;
  return { key, steps, resource, isItem: /\{\}$/.test(key) };
}

/** Creates a function that finds the templates of a URL, and the values of their parameters. */
export function createTemplateMatcher(paths: readonly string[]): (url: string) => readonly UrlMatch[] {
  const templates = [...new Set(paths.flatMap((path) => readPathShape(path).steps.map(({ key }) => key)))]
    .filter((key) => key.endsWith("}"))
    .map((key) => ({ key, expression: new RegExp(`${escapePattern(key).replaceAll("\\{\\}", "([^/?#]+)")}/?$`) }));
  return (url) => {
    const path = URL.canParse(url, "http://host.example") ? new URL(url, "http://host.example").pathname : "";
    return templates.flatMap(({ key, expression }) => {
      const found = expression.exec(path);
      return found === null ? [] : [{ key, values: found.slice(1).map(decodeText) }];
    });
  };
}

export type UrlMatch = { readonly key: string; readonly values: readonly string[] };

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
