import type { Pointer } from "../../document/index.js";
import { redactText } from "../../exchange/index.js";
import { quote, toPrintable } from "../../schema/index.js";
import type { CheckFinding } from "../check.js";

/** `request.path.undocumented`: on one of our servers, answered, and in no path template. */
export function createUndocumentedPathFinding(method: string, path: string): CheckFinding {
  return {
    code: "request.path.undocumented",
    message: `${toPrintable(method)} ${redactText(quote(path))} is not a path of the contract`,
    part: "request.url",
    at: "",
    contract: "/paths",
    valueClass: `${method} ${path.split("/").map(maskIdentifier).join("/")}`.slice(0, 200),
    occurrences: 1,
  };
}

/** `request.method.undocumented`: the path has a template, and this method is not on it. */
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
    valueClass: `method ${method.slice(0, 20)}`,
    occurrences: 1,
  };
}

/** Requests that differ only in an identifier are about one path. */
function maskIdentifier(segment: string): string {
  return /\d/.test(segment) ? "*" : segment;
}
