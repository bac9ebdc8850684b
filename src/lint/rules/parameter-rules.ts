import { asObject, isObject, type JsonObject } from "../../document/index.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";

/** The styles that the specification's table gives each place: https://spec.openapis.org/oas/v3.1.1#style-values */
const ALLOWED_STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ["matrix", "label", "simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

const SERIALIZATION_FIELDS = ["style", "explode", "allowReserved", "allowEmptyValue"];

/** Parameters and headers: https://spec.openapis.org/oas/v3.1.1#parameter-object */
export const PARAMETER_RULES = {
  "spec.parameter.schema-and-content": {
    level: "error",
    title: "A parameter or header has both schema and content.",
    fix: "Keep one of the two.",
    objectKinds: ["parameter", "header"],
    *find({ kind, value }) {
      if (value.schema !== undefined && value.content !== undefined)
        yield { message: `a ${kind} has either "schema" or "content", not both`, at: ["content"] };
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
    title: "The content of a parameter or header has not exactly one media type.",
    fix: "Keep one media type.",
    objectKinds: ["parameter", "header"],
    fields: ["content"],
    *find({ value: { content } }) {
      const count = isObject(content) ? Object.keys(content).length : 1;
      if (count !== 1) yield { message: `must hold exactly one media type, not ${count}`, at: ["content"] };
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
    title: "A parameter or header has a style that its place does not allow.",
    fix: "Use a style of the specification's table for that place.",
    objectKinds: ["parameter", "header"],
    fields: ["style"],
    *find(object) {
      const where = getParameterLocation(object);
      const allowed = ALLOWED_STYLES[where];
      const { style } = object.value;
      if (allowed !== undefined && typeof style === "string" && !allowed.includes(style))
        yield { message: `the style "${style}" is not for ${where}; allowed: ${allowed.join(", ")}`, at: ["style"] };
    },
  },
  "spec.parameter.style-undefined": {
    level: "warn",
    title: "A parameter has a style to which the specification gives no meaning for values of its type.",
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
      if (bad) yield { message: `the style "${String(style)}" says nothing of type ${String(type)}`, at: ["style"] };
    },
  },
  "spec.parameter.query-only": {
    level: "error",
    title: "A field that only query parameters have stands in another parameter.",
    fix: "Take the field away.",
    objectKinds: ["parameter"],
    fields: ["allowReserved", "allowEmptyValue"],
    *find({ value }, { is30 }, field) {
      const allowed = field === "allowReserved" ? ["query", "cookie"] : ["query"];
      if (typeof value.in !== "string" || ALLOWED_STYLES[value.in] === undefined || allowed.includes(value.in)) return;
      // 3.0 says that it does not apply there, 3.1 has no place for it.
      yield { message: `"${field}" is not for ${value.in} parameters`, at: [field], level: is30 ? "warn" : "error" };
    },
  },
  "spec.parameter.style-beside-content": {
    level: "warn",
    title: "A parameter or header with content has a field that says how its schema is written.",
    fix: "Take the field away: the media type says how the value is written.",
    objectKinds: ["parameter", "header"],
    fields: SERIALIZATION_FIELDS,
    *find({ value }, _, field) {
      if (value.content !== undefined && value.schema === undefined)
        yield { message: `"${field}" has no effect beside "content"`, at: [field] };
    },
  },
  "spec.parameter.ignored": {
    level: "warn",
    title: "A header that the specification says to ignore is described.",
    fix: "Describe it by the media types of content (Accept, Content-Type) or by security (Authorization).",
    objectKinds: ["parameter", "response", "encoding"],
    *find({ kind, value }) {
      const say = (name: string): string => `what is said of the header ${name} here is to be ignored`;
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
    title: "example and examples stand together.",
    fix: "Keep one of the two.",
    objectKinds: ["parameter", "header", "mediaType"],
    fields: ["example"],
    *find({ value }) {
      if (value.examples !== undefined)
        yield { message: '"example" and "examples" exclude each other', at: ["example"] };
    },
  },
  "spec.example.value-twice": {
    level: "error",
    title: "An example has both value and externalValue.",
    fix: "Keep one of the two.",
    objectKinds: ["example"],
    fields: ["externalValue"],
    *find({ value }) {
      if (value.value !== undefined)
        yield { message: '"value" and "externalValue" exclude each other', at: ["externalValue"] };
    },
  },
} satisfies LintRules;

function getParameterLocation({ kind, value }: SpecObject): string {
  return kind === "header" ? "header" : String(value.in);
}

/** The type that a parameter's schema says plainly. */
function getSchemaType({ schema }: JsonObject, { resolveReference }: LintContext): unknown {
  return resolveReference(schema)?.type;
}
