import type { Operation } from "../../document/index.js";
import type { Check } from "../check.js";

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
