import type { Operation, Pointer } from "../../../document/index.js";
import { redactText, redactUrl } from "../../../recording/index.js";
import { quote, toPrintable } from "../../../schema/index.js";
import type { Check, CheckFinding } from "../check.js";

/** `request.path.ambiguous`: the path matches several templates, and none is more concrete than the others. */
export const pathAmbiguous: Check = ({ operation, ambiguousOperations }, report) => {
  for (const other of ambiguousOperations) {
    report({
      code: "request.path.ambiguous",
      message: `the path matches both ${operation.path} and ${other.path}; checked against ${operation.path}`,
      part: "request.url",
      at: "",
      contract: operation.pointer,
      valueClass: `template ${other.path}`,
      name: other.path,
      occurrences: 1,
    });
  }
};

/** `request.path.trailing-slash`: the path differs from its template only by a trailing slash, which matters to some servers. */
export const trailingSlash: Check = ({ exchange, operation }, report) => {
  const { path, pointer } = operation;
  if (!hasTrailingSlashMismatch(exchange.request.url, operation)) return;
  const [requested = ""] = exchange.request.url.split(/[?#]/);
  const hasSlash = requested.endsWith("/");
  report({
    code: "request.path.trailing-slash",
    // The message does not show the requested path, because it may contain secrets.
    message: `the path ${hasSlash ? "ends with a slash" : "does not end with a slash"}; the spec has ${path}`,
    part: "request.url",
    at: "",
    contract: pointer,
    valueClass: hasSlash ? "added" : "left out",
    occurrences: 1,
  });
};

/** Whether a request and its matching template differ by a trailing slash that is not part of a value. */
export function hasTrailingSlashMismatch(url: string, { kind, path, parameters }: Operation): boolean {
  if (kind === "webhook" || path === "/") return false;
  if (parameters.some(({ isMultiSegment, name }) => isMultiSegment === true && path.endsWith(`/{${name}}`)))
    return false;
  const end = url.search(/[?#]/);
  return (url.at((end === -1 ? url.length : end) - 1) === "/") !== path.endsWith("/");
}

/**
 * `request.path.undocumented`: the request goes to a server of the spec, succeeds, and matches no path template.
 *
 * @param option The option that would make the path match.
 */
export function createUndocumentedPathFinding(method: string, path: string, option?: string): CheckFinding {
  const hint = option === undefined ? "" : `; it does with ${option}`;
  return {
    code: "request.path.undocumented",
    message: `${toPrintable(method)} ${redactText(quote(path.split("/").map(shortenIdentifier).join("/")))} matches no path of the spec${hint}`,
    part: "request.url",
    at: "",
    contract: "/paths",
    valueClass: `${method} ${path.split("/").map(maskIdentifier).join("/")}`.slice(0, 200),
    occurrences: 1,
  };
}

/** `request.method.undocumented`: the path matches a template that does not document the method. */
export function createUndocumentedMethodFinding(
  method: string,
  pathItem: Pointer,
  template: string,
  methods: readonly string[],
): CheckFinding {
  return {
    code: "request.method.undocumented",
    message: `${toPrintable(method)} is not documented on ${template}; documented are ${[...methods].sort().join(", ")}`,
    part: "request.method",
    at: "",
    contract: pathItem,
    valueClass: `${method.slice(0, 20)} ${template}`,
    occurrences: 1,
  };
}

/** `request.server.undocumented`: the request goes to no server of the spec. */
export function createUndocumentedServerFinding(origin: string): CheckFinding {
  return {
    code: "request.server.undocumented",
    message: `${redactUrl(toPrintable(origin))} is not a server in the spec`,
    part: "request.url",
    at: "",
    contract: "/servers",
    valueClass: redactUrl(origin).slice(0, 200),
    occurrences: 1,
  };
}

/** Masks identifiers, so that requests that differ only in an identifier are grouped. */
function maskIdentifier(segment: string): string {
  return /\d/.test(segment) ? "*" : segment;
}

/** A message stands for all requests of its group, so it does not name one long identifier. */
function shortenIdentifier(segment: string): string {
  return IDENTIFIER.test(segment) ? "{…}" : segment;
}

/** A UUID, a ULID, a hash or a long number. */
const IDENTIFIER =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\D*\d)(?:[0-9a-f]{16,}|[0-7][0-9A-HJKMNP-TV-Z]{25})|\d{5,})$/i;
