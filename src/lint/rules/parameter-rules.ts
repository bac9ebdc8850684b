import { asObject, isObject, type Json, type JsonObject, type OpenApiVersion } from "../../document/index.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { listParameters } from "./path-rules.js";

/** The allowed styles per parameter location: https://spec.openapis.org/oas/v3.1.1#style-values */
const ALLOWED_STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ["matrix", "label", "simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

const ALLOWED_STYLES_32: typeof ALLOWED_STYLES = { ...ALLOWED_STYLES, cookie: ["form", "cookie"] };

const SERIALIZATION_FIELDS = ["style", "explode", "allowReserved", "allowEmptyValue"];

/** Rules about parameters, headers and query strings: https://spec.openapis.org/oas/v3.1.1#parameter-object */
export const PARAMETER_RULES = {
  "spec.parameter.schema-and-content": {
    level: "error",
    title: "A parameter or header has both schema and content.",
    fix: "Keep one of the two.",
    objectKinds: ["parameter", "header"],
    *find({ kind, value }) {
      if (value.schema !== undefined && value.content !== undefined)
        yield { message: `a ${kind} must have "schema" or "content", not both`, at: ["content"] };
    },
  },
  "spec.parameter.schema-missing": {
    level: "error",
    title: "A parameter or header has neither schema nor content.",
    fix: "Add a schema.",
    objectKinds: ["parameter", "header"],
    *find({ kind, value }) {
      if (value.schema === undefined && value.content === undefined)
        yield { message: `a ${kind} must have "schema" or "content"` };
    },
  },
  "spec.parameter.content-count": {
    level: "error",
    title: "The content of a parameter or header does not have exactly one media type.",
    fix: "Keep one media type.",
    objectKinds: ["parameter", "header"],
    fields: ["content"],
    *find({ value: { content } }) {
      const count = isObject(content) ? Object.keys(content).length : 1;
      if (count !== 1) yield { message: `"content" must have exactly one media type, got ${count}` };
    },
  },
  "spec.parameter.path-optional": {
    level: "error",
    title: "A path parameter is not required.",
    fix: "Add required: true.",
    objectKinds: ["parameter"],
    *find({ value }) {
      if (value.in === "path" && value.required !== true)
        yield { message: `the path parameter "${String(value.name)}" must have "required: true"` };
    },
  },
  "spec.parameter.style-not-allowed": {
    level: "error",
    title: "A parameter or header has a style that its location does not allow.",
    fix: "Use a style that OpenAPI allows for the location.",
    objectKinds: ["parameter", "header"],
    fields: ["style"],
    *find(object, { version }) {
      const where = getParameterLocation(object);
      const allowed = (version === "3.2" ? ALLOWED_STYLES_32 : ALLOWED_STYLES)[where];
      const { style } = object.value;
      if (allowed === undefined || typeof style !== "string" || allowed.includes(style)) return;
      const since = ALLOWED_STYLES_32[where]?.includes(style) === true ? `, or "${style}" since OpenAPI 3.2` : "";
      const message = `the style "${style}" is not allowed in ${where}; expected ${allowed.join(", ")}${since}`;
      yield { message };
    },
  },
  "spec.parameter.style-undefined": {
    level: "warn",
    title: "A parameter has a style that OpenAPI does not define for its type.",
    fix: "Use form, or change the schema.",
    objectKinds: ["parameter"],
    fields: ["style"],
    *find({ value }, lint) {
      const type = getSchemaType(value, lint);
      const { style } = value;
      const isScalar = ["string", "number", "integer", "boolean"].includes(String(type));
      const bad =
        (style === "deepObject" && (isScalar || type === "array")) ||
        ((style === "spaceDelimited" || style === "pipeDelimited") && isScalar);
      if (bad) yield { message: `the style "${String(style)}" is not defined for type ${String(type)}` };
    },
  },
  "spec.parameter.query-only": {
    level: "error",
    title: "A parameter has a field that its location does not allow.",
    fix: "Remove the field.",
    exception: "In OpenAPI 3.0, it is a warning.",
    objectKinds: ["parameter"],
    fields: ["allowReserved", "allowEmptyValue"],
    *find({ value }, { is30, version }, field) {
      const allowed = field === "allowEmptyValue" ? ["query"] : getLocationsOfReserved(version, value.style);
      if (typeof value.in !== "string" || ALLOWED_STYLES[value.in] === undefined || allowed.includes(value.in)) return;
      // In 3.0 the field does not apply there, since 3.1 it is not allowed.
      yield { message: `"${field}" is not for ${value.in} parameters`, level: is30 ? "warn" : "error" };
    },
  },
  "spec.parameter.style-beside-content": {
    level: "error",
    title: "A parameter or header with content has a field that serializes schemas.",
    fix: "Remove the field. The media type defines the serialization.",
    exception: "Before OpenAPI 3.2, it is a warning.",
    objectKinds: ["parameter", "header"],
    fields: SERIALIZATION_FIELDS,
    *find({ value }, { version }, field) {
      if (value.content !== undefined && value.schema === undefined)
        yield { message: `"${field}" has no effect with "content"`, level: version === "3.2" ? "error" : "warn" };
    },
  },
  "spec.parameter.ignored": {
    level: "warn",
    title: "A header is declared that OpenAPI ignores.",
    fix: "Use the media types of content (Accept, Content-Type) or security (Authorization).",
    objectKinds: ["parameter", "response", "encoding"],
    *find({ kind, value }) {
      const say = (name: string): string => `the declaration of the header ${name} is ignored`;
      if (kind === "parameter") {
        const { name } = value;
        if (value.in === "header" && typeof name === "string" && /^(accept|content-type|authorization)$/i.test(name))
          yield { message: say(name) };
        return;
      }
      for (const name in asObject(value.headers))
        if (/^content-type$/i.test(name)) yield { message: say(name), at: ["headers", name] };
    },
  },
  "spec.example.both": {
    level: "error",
    title: "An object has both example and examples.",
    fix: "Keep one of the two.",
    objectKinds: ["parameter", "header", "mediaType"],
    fields: ["example"],
    *find({ value }) {
      if (value.examples !== undefined) yield { message: '"example" and "examples" are mutually exclusive' };
    },
  },
  "spec.example.value-twice": {
    level: "error",
    title: "An example has two fields that exclude each other, such as value and externalValue.",
    fix: "Keep one of the two.",
    objectKinds: ["example"],
    fields: ["externalValue", "dataValue", "serializedValue"],
    *find({ value }, _, field) {
      const others = field === "externalValue" ? ["value", "serializedValue"] : ["value"];
      for (const other of others)
        if (value[other] !== undefined) yield { message: `"${other}" and "${field}" are mutually exclusive` };
    },
  },
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
    *find(object, lint) {
      const { kind, parent } = object;
      const locate = (holder: SpecObject): string[] => listParameters(holder, lint).map((it) => String(it?.in));
      const own = locate(object);
      const inherited = kind === "operation" && parent?.kind === "pathItem" ? locate(parent) : [];
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
    exception: "Before OpenAPI 3.2, it is a warning.",
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

/** Lists the locations in which a parameter can have `allowReserved`: those that percent-encode. */
function getLocationsOfReserved(version: OpenApiVersion, style: Json | undefined): readonly string[] {
  if (version !== "3.2") return ["query", "cookie"];
  return style === "cookie" ? ["query", "path"] : ["query", "path", "cookie"];
}

function getParameterLocation({ kind, value }: SpecObject): string {
  return kind === "header" ? "header" : String(value.in);
}

/** Returns the `type` of a parameter's schema. */
function getSchemaType({ schema }: JsonObject, { resolveReference }: LintContext): unknown {
  return resolveReference(schema)?.type;
}

/** A token of HTTP: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
