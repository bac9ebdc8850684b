import type { Operation } from "../../document/index.js";
import type { Check } from "../check.js";

/** `request.path.trailing-slash`: the same path but for a slash at its end, which some servers take for another one. */
export const trailingSlash: Check = function* ({ exchange, operation }) {
  const { path, pointer } = operation;
  if (!hasTrailingSlashMismatch(exchange.request.url, operation)) return;
  const [requested = ""] = exchange.request.url.split(/[?#]/);
  const hasSlash = requested.endsWith("/");
  yield {
    code: "request.path.trailing-slash",
    // What stands in the path may be a secret.
    message: `the path ${hasSlash ? "ends with a slash" : "does not end with a slash"}; the contract has ${path}`,
    part: "request.url",
    at: "",
    contract: pointer,
    valueClass: hasSlash ? "added" : "left out",
    occurrences: 1,
  };
};

/** Whether a request and the template that it fits differ by a slash at the end. */
export function hasTrailingSlashMismatch(url: string, { kind, path }: Operation): boolean {
  if (kind === "webhook" || path === "/") return false;
  const end = url.search(/[?#]/);
  return (url.at((end === -1 ? url.length : end) - 1) === "/") !== path.endsWith("/");
}
