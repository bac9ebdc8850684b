import type { Pointer } from "../document/index.js";
import { redactText } from "../exchange/index.js";
import { printable, quote } from "../schema/index.js";
import type { Disagreement } from "./check.js";

/** `request.path.undocumented`: on one of our servers, answered, and in no path template. */
export function pathUndocumented(method: string, path: string): Disagreement {
  return {
    code: "request.path.undocumented",
    message: `${printable(method)} ${redactText(quote(path))} is not a path of the contract`,
    part: "request.url",
    at: "",
    contract: "/paths",
    valueClass: `${method} ${path.split("/").map(withoutId).join("/")}`.slice(0, 200),
    occurrences: 1,
  };
}

/** `request.method.undocumented`: the path has a template, and this method is not on it. */
export function methodUndocumented(
  method: string,
  pathItem: Pointer,
  template: string,
  methods: readonly string[],
): Disagreement {
  return {
    code: "request.method.undocumented",
    message: `${printable(method)} is not documented on ${template}; documented are ${[...methods].sort().join(", ")}`,
    part: "request.method",
    at: "",
    contract: pathItem,
    valueClass: `method ${method.slice(0, 20)}`,
    occurrences: 1,
  };
}

/** Requests that differ only in an identifier are about one path. */
function withoutId(segment: string): string {
  return /\d/.test(segment) ? "*" : segment;
}
