import { asArray, asObject, isObject } from "../../document/index.js";
import type { LintRules } from "../rule.js";

/** A token of HTTP: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Rules that OpenAPI 3.2 adds about parameter names, whole query strings and methods. */
export const QUERYSTRING_RULES = {
  "spec.parameter.querystring-schema": {
    level: "error",
    title: "A querystring parameter has no content.",
    fix: "Replace schema by content with one media type, such as application/x-www-form-urlencoded.",
    objectKinds: ["parameter"],
    fields: ["in"],
    *find({ value }) {
      if (value.in === "querystring" && value.content === undefined && value.schema !== undefined)
        yield { message: 'a querystring parameter must have "content", not "schema"', at: ["schema"] };
    },
  },
  "spec.parameter.querystring-conflict": {
    level: "error",
    title: "An operation has a querystring parameter beside query parameters or a second querystring parameter.",
    fix: "Describe the whole query string with one querystring parameter, or use query parameters only.",
    objectKinds: ["operation", "pathItem"],
    fields: ["parameters"],
    *find({ kind, value, parent }, { resolveReference }) {
      const locate = (list: typeof value.parameters): string[] =>
        asArray(list).map((it) => String(resolveReference(it)?.in));
      const own = locate(value.parameters);
      const inherited = kind === "operation" && parent?.kind === "pathItem" ? locate(parent.value.parameters) : [];
      for (const [index, location] of own.entries()) {
        const before = [...inherited, ...own.slice(0, index)];
        const other =
          location === "querystring" ? ["query", "querystring"] : location === "query" ? ["querystring"] : [];
        const conflict = other.find((it) => before.includes(it));
        if (conflict !== undefined)
          yield {
            message: `a ${location} parameter cannot be beside a ${conflict} parameter`,
            at: ["parameters", index],
          };
      }
    },
  },
  "spec.parameter.name-malformed": {
    level: "error",
    title: "The name of a path parameter or a header has characters that are not allowed.",
    fix: "Remove the braces from a path parameter. Use only letters, digits and !#$%&'*+.^_`|~- in a header.",
    objectKinds: ["parameter", "response", "encoding"],
    *find({ kind, value }, { version }) {
      // Earlier versions do not state the rule, but HTTP and path templates do not allow such names either.
      const level = version === "3.2" ? "error" : "warn";
      if (kind === "parameter") {
        const { name } = value;
        if (typeof name !== "string" || name === "") return;
        if (value.in === "path" && /[{}]/.test(name))
          yield { message: `the name "${name}" of a path parameter has braces`, at: ["name"], level };
        if (value.in === "header" && !TOKEN.test(name))
          yield { message: `"${name}" is not a valid header name`, at: ["name"], level };
        return;
      }
      for (const name in asObject(value.headers))
        if (!TOKEN.test(name)) yield { message: `"${name}" is not a valid header name`, at: ["headers", name], level };
    },
  },
  "spec.path.method-not-allowed": {
    level: "error",
    title: "An additional operation has a method with a field of its own, or a name that is not a method.",
    fix: "Move the operation to the field of its method, such as get or query, or rename it.",
    objectKinds: ["pathItem"],
    fields: ["additionalOperations"],
    *find({ value: { additionalOperations } }) {
      if (!isObject(additionalOperations)) return;
      for (const method in additionalOperations) {
        const at = ["additionalOperations", method];
        if (!TOKEN.test(method)) yield { message: `"${method}" is not an HTTP method`, at };
        else if (/^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY)$/.test(method))
          yield { message: `the method ${method} belongs in the field "${method.toLowerCase()}"`, at };
      }
    },
  },
} satisfies LintRules;
