import type { Json } from "../../document/index.js";
import { findClosestName } from "../../schema/validation/closest-name.js";
import type { LintRules } from "../rule.js";
import { getExpectedKeywordValue, SCHEMA_KEYWORDS } from "../schema-keywords.js";

const TYPE_NAMES = ["null", "boolean", "object", "array", "number", "string", "integer"];

/** What the keywords of a schema may be, in the version at hand: https://spec.openapis.org/oas/v3.1.1#schema-object */
export const KEYWORD_RULES = {
  "spec.schema.keyword-invalid": {
    level: "error",
    title: "A keyword of a schema has a value that it cannot have.",
    fix: "Write the value as JSON Schema has it.",
    objectKinds: ["schema"],
    *find({ value }, { is30 }) {
      for (const name in value) {
        const keyword = SCHEMA_KEYWORDS.get(name);
        const wanted = keyword === undefined ? undefined : getExpectedKeywordValue(keyword.type, value[name], is30);
        if (wanted !== undefined) yield { message: `"${name}" must be ${wanted}`, at: [name] };
      }
    },
  },
  "spec.schema.keyword-misspelt": {
    level: "warn",
    title: "A keyword of a schema is not known, and nearly the name of one that is.",
    fix: "Correct the name; unknown keywords have no effect.",
    objectKinds: ["schema"],
    *find({ value }) {
      for (const name in value) {
        if (SCHEMA_KEYWORDS.has(name) || name.startsWith("x-")) continue;
        const suggestion = findClosestName(name, SCHEMA_KEYWORDS.keys());
        if (suggestion !== undefined)
          yield { message: `"${name}" has no effect; did you mean "${suggestion}"?`, at: [name] };
      }
    },
  },
  "spec.schema.keyword-newer": {
    level: "warn",
    title: "A schema of OpenAPI 3.0 has a keyword that came with 3.1.",
    fix: "Say it in the words of 3.0, or move the description to 3.1.",
    objectKinds: ["schema"],
    *find({ value }, { is30 }) {
      if (!is30) return;
      for (const name in value)
        if (SCHEMA_KEYWORDS.get(name)?.in30 === false)
          yield { message: `OpenAPI 3.0 has no keyword "${name}"; it came with 3.1`, at: [name] };
    },
  },
  "spec.schema.type-unknown": {
    level: "error",
    title: "A schema has a type that there is not.",
    fix: "Use object, array, string, number, integer, boolean or, since 3.1, null.",
    objectKinds: ["schema"],
    fields: ["type"],
    *find({ value: { type } }, { is30 }) {
      if (Array.isArray(type)) {
        if (is30) yield { message: "OpenAPI 3.0 has one type, not a list of them", at: ["type"] };
        else if (type.length === 0) yield { message: "a list of types must not be empty", at: ["type"] };
        else if (new Set(type).size < type.length) yield { message: "a type is listed twice", at: ["type"] };
      }
      const known = is30 ? TYPE_NAMES.filter((name) => name !== "null") : TYPE_NAMES;
      for (const name of [type].flat())
        if (typeof name !== "string" || !known.includes(name))
          yield { message: `there is no type ${JSON.stringify(name)}; types are ${known.join(", ")}`, at: ["type"] };
    },
  },
  "spec.schema.nullable-ignored": {
    level: "warn",
    title: "nullable stands in a description of OpenAPI 3.1, which does not know it.",
    fix: 'Add "null" to the type. The gate reads it as it was meant.',
    objectKinds: ["schema"],
    fields: ["nullable"],
    *find(_, { is30 }) {
      if (!is30) yield { message: '"nullable" went with OpenAPI 3.0; say "null" in "type"', at: ["nullable"] };
    },
  },
  "spec.schema.boolean-bound": {
    level: "error",
    title: "exclusiveMinimum or exclusiveMaximum is a boolean in 3.1, or a number in 3.0.",
    fix: "In 3.1, give the bound itself; in 3.0, true beside minimum or maximum.",
    objectKinds: ["schema"],
    fields: ["exclusiveMinimum", "exclusiveMaximum"],
    *find({ value }, { is30 }, field) {
      if (!is30 && typeof value[field] === "boolean")
        yield { message: `"${field}" is a number since OpenAPI 3.1`, at: [field] };
      if (is30 && typeof value[field] === "number")
        yield { message: `"${field}" is a boolean in OpenAPI 3.0, beside a bound`, at: [field] };
    },
  },
  "spec.schema.items-missing": {
    level: "error",
    title: "An array of OpenAPI 3.0 has no items.",
    fix: "Add items; {} stands for anything.",
    objectKinds: ["schema"],
    fields: ["type"],
    *find({ value }, { is30 }) {
      if (is30 && value.type === "array" && value.items === undefined)
        yield { message: '"items" must stand beside "type: array" in OpenAPI 3.0', at: ["type"] };
    },
  },
  "spec.schema.composition-empty": {
    level: "error",
    title: "allOf, anyOf, oneOf or prefixItems is an empty array.",
    fix: "List schemas, or take the keyword away.",
    objectKinds: ["schema"],
    fields: ["allOf", "anyOf", "oneOf", "prefixItems"],
    *find({ value }, _, field) {
      const list: Json | undefined = value[field];
      if (Array.isArray(list) && list.length === 0) yield { message: `"${field}" must not be empty`, at: [field] };
    },
  },
} satisfies LintRules;
