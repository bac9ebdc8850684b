import {
  asArray,
  asObject,
  type Document,
  getLocalReferenceTarget,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  memoizeByObject,
  type Pointer,
  parsePointer,
  walkObjects,
} from "../../document/index.js";
import { isNumber } from "../../document/values/exact-number.js";
import { listApplicableSchemas } from "../../schema/model/applicable-schema.js";
import {
  describeNullEdit,
  isNullable,
  NULL_ALLOWED,
  NULL_CONSTRAINING_KEYWORDS,
} from "../../schema/registry/normalize-schema.js";
import { formatNameHint, formatSuggestion } from "../../schema/validation/closest-name.js";
import type { LintContext, LintRules, RuleMatch, SpecObject } from "../rule.js";
import { getExpectedKeywordValue, SCHEMA_KEYWORDS, TYPE_NAMES } from "../schema-keywords.js";
import { getPointer } from "../walk-document.js";

/** The types of values that a keyword restricts: https://json-schema.org/draft/2020-12/json-schema-validation */
const TYPES_BY_KEYWORD = new Map(
  Object.entries({
    string: "minLength maxLength pattern contentEncoding contentMediaType",
    "integer number": "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
    array: "items prefixItems contains minItems maxItems uniqueItems",
    object: "properties required additionalProperties patternProperties propertyNames minProperties maxProperties",
  }).flatMap(([types, keywords]) => keywords.split(" ").map((keyword) => [keyword, types.split(" ")] as const)),
);

/** Rules about the keywords of schemas in each version of OpenAPI: https://spec.openapis.org/oas/v3.1.1#schema-object */
export const KEYWORD_RULES = {
  "spec.schema.keyword-invalid": {
    level: "error",
    title: "A keyword of a schema has an invalid value.",
    fix: "Use a value that JSON Schema allows.",
    objectKinds: ["schema"],
    *find({ value }) {
      for (const name in value) {
        const keyword = SCHEMA_KEYWORDS.get(name);
        const wanted = keyword === undefined ? undefined : getExpectedKeywordValue(keyword.type, value[name]);
        if (wanted !== undefined) yield { message: `"${name}" must be ${wanted}`, at: [name] };
      }
    },
  },
  "spec.schema.keyword-misspelt": {
    level: "warn",
    title: "A keyword of a schema is unknown, but similar to a known one.",
    fix: "Rename it to a keyword of JSON Schema or OpenAPI; unknown keywords have no effect.",
    objectKinds: ["schema"],
    *find({ value }) {
      for (const name in value) {
        if (SCHEMA_KEYWORDS.has(name) || name.startsWith("x-")) continue;
        const suggestion = formatSuggestion(name, SCHEMA_KEYWORDS.keys());
        if (suggestion !== "") yield { message: `"${name}" has no effect${suggestion}`, at: [name] };
      }
    },
  },
  "spec.schema.keyword-ineffective": {
    level: "warn",
    title: "A keyword of a schema restricts only values of types that the schema excludes.",
    fix: "Change the type to one that the keyword restricts, or remove the keyword.",
    objectKinds: ["schema"],
    fields: ["type"],
    *find({ value }) {
      const types = [...new Set([value.type].flat())];
      if (types.length === 0 || !types.every((it) => TYPE_NAMES.includes(it ?? ""))) return;
      for (const [keyword, restricted] of TYPES_BY_KEYWORD) {
        const notation = SCHEMA_KEYWORDS.get(keyword)?.type ?? "";
        const isValid = value[keyword] !== undefined && getExpectedKeywordValue(notation, value[keyword]) === undefined;
        if (isValid && !types.some((it) => restricted.includes(String(it))))
          yield { message: `"${keyword}" has no effect on values of type ${types.join(" or ")}`, at: [keyword] };
      }
    },
  },
  "spec.schema.keyword-newer": {
    level: "warn",
    title: "A schema of OpenAPI 3.0 has a keyword of 3.1.",
    fix: "Use keywords of OpenAPI 3.0, or upgrade the spec to 3.1. contract check applies the keyword; other tools may ignore it.",
    objectKinds: ["schema"],
    *find({ value }, { is30 }) {
      if (!is30) return;
      for (const name in value)
        if (SCHEMA_KEYWORDS.get(name)?.in30 === false)
          yield { message: `OpenAPI 3.0 does not have the keyword "${name}", only 3.1 does`, at: [name] };
    },
  },
  "spec.schema.type-unknown": {
    level: "error",
    title: "A schema has an unknown type.",
    fix: "Use object, array, string, number, integer, boolean or, since 3.1, null.",
    objectKinds: ["schema", "openapi"],
    *find({ kind, value }, { is30, document }) {
      if (kind === "openapi") {
        for (const [pointer, message] of document.repaired ?? [])
          if (lastToken(pointer) === "type") yield { message, at: parsePointer(pointer) };
        return;
      }
      const { type } = value;
      if (type === undefined) return;
      const message = explainTypes(type, is30);
      if (message !== undefined) yield { message, at: ["type"] };
      const known = is30 ? TYPE_NAMES.filter((name) => name !== "null") : TYPE_NAMES;
      for (const name of [type].flat())
        if (name !== "null" && (typeof name !== "string" || !known.includes(name)))
          yield {
            message: `unknown type ${JSON.stringify(name)}${formatNameHint(`${name}`, known.map(String))}`,
            at: ["type"],
          };
    },
  },
  "spec.schema.nullable-ignored": {
    level: "warn",
    title:
      "A nullable has no effect: beside no type, beside a reference, with other keywords that reject null, or since OpenAPI 3.1.",
    fix: 'Write "type" beside "nullable", null into the enum, and nullable into each schema of allOf and one of anyOf or oneOf. Since 3.1, add "null" to the type, or write anyOf with { type: "null" }. The checker accepts null, and reports it as drift.',
    exception: "Without other keywords in OpenAPI 3.0, it is a note.",
    objectKinds: ["schema"],
    fields: ["nullable"],
    *find(object, lint) {
      const { is30, version } = lint;
      if (!is30) {
        const isNullValid = lint.validateValue !== undefined && explainNull(object, lint) === undefined;
        const edit = describeNullEdit(isNullValid ? {} : object.value);
        yield { message: `OpenAPI ${version} does not have "nullable"; ${edit}` };
      } else if (isNullable(object.value)) {
        const match = explainIgnoredNullable(object, lint);
        if (match !== undefined) yield match;
      }
    },
  },
  "spec.schema.boolean-bound": {
    level: "error",
    title: "exclusiveMinimum or exclusiveMaximum is a boolean in 3.1, or a number in 3.0.",
    fix: "In OpenAPI 3.1, use the bound as the value. In 3.0, use true with minimum or maximum.",
    objectKinds: ["schema"],
    fields: ["exclusiveMinimum", "exclusiveMaximum"],
    *find({ value }, { is30 }, field) {
      if (!is30 && typeof value[field] === "boolean") yield { message: `"${field}" must be a number in OpenAPI 3.1` };
      if (is30 && isNumber(value[field])) yield { message: `"${field}" must be a boolean in OpenAPI 3.0` };
    },
  },
  "spec.schema.items-missing": {
    level: "error",
    title: "An array schema of OpenAPI 3.0 has no items.",
    fix: "Add items; {} allows any value.",
    objectKinds: ["schema"],
    fields: ["type"],
    *find({ value }, { is30 }) {
      if (is30 && value.type === "array" && value.items === undefined)
        yield { message: '"type: array" requires "items" in OpenAPI 3.0' };
    },
  },
  "spec.schema.required-undeclared": {
    level: "warn",
    title: "A required property is declared nowhere.",
    fix: 'Declare the property, or change the name in "required".',
    objectKinds: ["schema"],
    fields: ["required"],
    *find(object, lint) {
      const { properties, additionalProperties, patternProperties } = object.value;
      // The values of a map need no declaration, and a closed object is another rule.
      const isOpen = additionalProperties === undefined || additionalProperties === true;
      if (!isObject(properties) || !isOpen || patternProperties !== undefined || isPartOfComposition(object, lint))
        return;
      const declared = new Set(
        listApplicableSchemas(lint.document.root, getPointer(object)).flatMap(({ schema }) =>
          Object.keys(asObject(schema.properties) ?? {}),
        ),
      );
      for (const [index, name] of asArray(object.value.required).entries())
        if (typeof name === "string" && !declared.has(name))
          yield {
            message: `"${name}" is required, but not declared${formatSuggestion(name, declared)}`,
            at: ["required", index],
          };
    },
  },
  "spec.schema.composition-empty": {
    level: "error",
    title: "allOf, anyOf, oneOf or prefixItems is an empty array.",
    fix: "Add schemas, or remove the keyword.",
    objectKinds: ["schema"],
    fields: ["allOf", "anyOf", "oneOf", "prefixItems"],
    *find({ value }, _, field) {
      const list: Json | undefined = value[field];
      if (Array.isArray(list) && list.length === 0) yield { message: `"${field}" must not be empty` };
    },
  },
} satisfies LintRules;

/** What is wrong with a list of types, or with the type null. */
function explainTypes(type: Json, is30: boolean): string | undefined {
  if (is30 && [type].flat().includes("null"))
    return 'OpenAPI 3.0 has no type "null"; write "nullable: true" beside one other type';
  if (!Array.isArray(type)) return undefined;
  if (is30) return "OpenAPI 3.0 allows one type, not a list";
  if (type.length === 0) return "a list of types must not be empty";
  return new Set(type).size < type.length ? "a type is listed twice" : undefined;
}

/** Why `nullable: true` does not allow null in OpenAPI 3.0.3; undefined if it does. Beside a reference, another rule reports it. */
function explainIgnoredNullable(object: SpecObject, lint: LintContext): RuleMatch | undefined {
  const { type, enum: listed } = object.value;
  if (Array.isArray(listed) && !listed.includes(null))
    return { message: '"nullable" has no effect, because the enum does not list null' };
  const reason = explainNull(object, lint);
  const beside = NULL_CONSTRAINING_KEYWORDS.filter((keyword) => object.value[keyword] !== undefined).join(" and ");
  if (reason !== undefined)
    return { message: `"nullable" has no effect, because null does not match ${beside} beside it: ${reason}` };
  const isFree = lint.validateValue !== undefined;
  // A composition that has null as a branch says what is meant.
  if (type !== undefined || (isFree && beside !== "")) return undefined;
  const message = '"nullable" has no effect without "type" in the same schema';
  return { message, ...(isFree ? { level: "info" } : {}) };
}

/** Why null is invalid for a schema without its `nullable`; undefined if it is valid, or values are not validated. */
function explainNull(object: SpecObject, { validateValue }: LintContext): string | undefined {
  return validateValue?.(joinPointer(getPointer(object), NULL_ALLOWED), ["request", "response"], null);
}

const COMPOSITIONS = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];

/** Whether a schema applies together with others, which may declare its properties. */
function isPartOfComposition(object: SpecObject, { document }: LintContext): boolean {
  return COMPOSITIONS.includes(object.steps[0] ?? "") || getComposedSchemas(document).has(getPointer(object));
}

/** The schemas that a composition refers to. Schemas are checked before all references of the spec are known. */
const getComposedSchemas = memoizeByObject(({ root }: Document): ReadonlySet<Pointer> => {
  const composed = new Set<Pointer>();
  for (const [object] of walkObjects(root))
    for (const part of COMPOSITIONS.flatMap((keyword) => object[keyword] ?? []))
      composed.add(getLocalReferenceTarget(asObject(part)?.$ref) ?? "");
  return composed;
});
