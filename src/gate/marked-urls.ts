import { children, type Document, type Operation } from "../document/index.js";
import { isSecretName, redactUrl } from "../exchange/index.js";
import type { Schemas } from "../schema/index.js";
import { asWhole, type Hide } from "./hiding.js";
import { endOfPath } from "./like-urls.js";
import { holdsMark, type MarkedParameters, markedParameters } from "./marked-parameters.js";

/** Takes out of URLs what is secret by the contract's word. */
export type MarkedUrls = {
  /** Parameters, headers and credentials whose values are secrets, beside those that are so by their name. */
  readonly names: ReadonlySet<string>;
  /** A URL as it is told: also without what is secret by its name or looks, and values that the operation does not declare. */
  readonly told: (url: string, operation: Operation | undefined) => string;
  /** A URL as a recording keeps it. */
  readonly hidden: (url: string, operation: Operation | undefined, hide: Hide) => string;
};

export function createMarkedUrls(document: Document, schemas: Schemas, operations: readonly Operation[]): MarkedUrls {
  const names = secretNames(document, operations);
  const known = new Map<Operation, MarkedParameters>();
  const markedOf = (operation: Operation): MarkedParameters => {
    const marked = known.get(operation) ?? markedParameters(schemas, operation);
    known.set(operation, marked);
    return marked;
  };
  return {
    names,
    told: (url, operation) => {
      const marked = operation && markedOf(operation);
      const isHidden = (name: string): boolean =>
        names.has(name) || marked?.inQuery(name) === true || marked?.isDeclared(name) === false;
      return hiddenPath(redactUrl(url, isHidden), { operation, marked, hide: asWhole });
    },
    hidden: (url, operation, hide) => {
      const marked = operation && markedOf(operation);
      const isHidden = (name: string): boolean => names.has(name) || marked?.inQuery(name) === true;
      return hiddenQuery(hiddenPath(url, { operation, marked, hide }), isHidden, hide);
    },
  };
}

/** Whatever the operation: a value that is a secret in one request is none to tell of another. */
function secretNames(document: Document, operations: readonly Operation[]): ReadonlySet<string> {
  const keys = children(document, "/components/securitySchemes").filter(({ value }) => value.type === "apiKey");
  const described = operations.flatMap(({ parameters, responses }) => [
    ...parameters,
    ...responses.flatMap(({ headers }) => headers),
  ]);
  const marked = described.filter((it) => holdsMark(document, it));
  const names = [...keys.map(({ value }) => String(value.name)), ...marked.map(({ name }) => name)];
  // Those are taken out by their names, with what the check of credentials asks for left in place.
  return new Set(names.filter((name) => !isSecretName(name)));
}

type Means = {
  readonly operation: Operation | undefined;
  readonly marked: MarkedParameters | undefined;
  readonly hide: Hide;
};

/** The path ends as the template does, whatever base path it begins with. */
function hiddenPath(url: string, { operation, marked, hide }: Means): string {
  if (operation === undefined || marked === undefined || marked.inPath.size === 0) return url;
  const end = endOfPath(url);
  const segments = url.slice(0, end).split("/");
  const template = operation.path.split("/");
  const offset = segments.length - template.length - (segments.at(-1) === "" && template.at(-1) !== "" ? 1 : 0);
  const isSecret = (segment: string): boolean =>
    [...segment.matchAll(/\{([^{}]+)\}/g)].some(([, name = ""]) => marked.inPath.has(name));
  const path = segments.map((text, index) => (isSecret(template[index - offset] ?? "") ? hide(text) : text));
  return path.join("/") + url.slice(end);
}

function hiddenQuery(url: string, isHidden: (name: string) => boolean, hide: Hide): string {
  return url.replaceAll(/([?&])([^?&#=]*)=([^&#]*)/g, (whole, separator, name, value) =>
    isHidden(decoded(name)) ? `${separator}${name}=${hide(value)}` : whole,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
