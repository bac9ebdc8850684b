import {
  asArray,
  asObject,
  getComponentName,
  getLocalReferenceTarget,
  getOrCreate,
  isObject,
  type Json,
  joinPointer,
  listRepeated,
  memoize,
  type Pointer,
  parentPointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import { compareNumbers, getJsonTypeName, isNumber } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { FORMAT_VALIDATORS } from "../../schema/formats/formats.js";
import { listApplicableSchemas } from "../../schema/model/applicable-schema.js";
import { parseSlashedPattern } from "../../schema/pattern/compile-pattern.js";
import { isNullable } from "../../schema/registry/normalize-schema.js";
import { formatSuggestion } from "../../schema/validation/closest-name.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { hasType } from "../schema-keywords.js";
import { getPointer } from "../walk-document.js";
import { getComponents } from "./document-rules.js";

/** Pairs of keywords: the first must not be greater than the second. */
const BOUNDS: Readonly<Record<string, string>> = {
  minimum: "maximum",
  minLength: "maxLength",
  minItems: "maxItems",
  minProperties: "maxProperties",
};

/**
 * Formats of the registry that annotate values but do not restrict them.
 *
 * @see https://spec.openapis.org/registry/format/
 */
const ANNOTATION_FORMATS = new Set([
  ..."int32 int64 float double password binary byte base64url char commonmark decimal decimal128 double-int".split(" "),
  ..."html int8 int16 uint8 uint16 uint32 uint64 media-range sf-binary sf-boolean sf-decimal sf-integer".split(" "),
  ..."sf-string sf-token http-date unixtime date-time-local time-local duration time".split(" "),
]);

/** Rules about schemas and discriminators: https://spec.openapis.org/oas/v3.1.1#schema-object */
export const SCHEMA_RULES = {
  "spec.schema.enum-empty": {
    level: "warn",
    title: "An enum is empty, so that no value is valid.",
    fix: "Add values, or remove the enum.",
    objectKinds: ["schema"],
    fields: ["enum"],
    *find({ value }) {
      if (Array.isArray(value.enum) && value.enum.length === 0) yield { message: "an empty enum allows no value" };
    },
  },
  "spec.schema.enum-repeated": {
    level: "warn",
    title: "An enum lists a value twice.",
    fix: "Remove one of them, or write the value that was meant.",
    objectKinds: ["schema"],
    fields: ["enum"],
    *find({ value }) {
      for (const [index, text] of listRepeated(asArray(value.enum).map((it) => serializeExactJson(it))))
        yield { message: `${text} is listed twice`, at: ["enum", index] };
    },
  },
  "spec.schema.enum-mismatch": {
    level: "warn",
    title: "An enum has a value of another type than the schema.",
    fix: "Change the value to the named type, or change the type. In YAML, yes, no, on and off need no quotes; true, 1 and 1.0 as text do.",
    objectKinds: ["schema"],
    fields: ["enum"],
    *find({ value: schema }, { is30 }) {
      for (const [index, value] of asArray(schema.enum).entries()) {
        // An enum of a nullable schema must list null.
        if (value === null && (is30 || isNullable(schema))) continue;
        if (!hasType(value, schema.type))
          yield {
            message: `${serializeExactJson(value)} is of type ${getJsonTypeName(value)}, not ${[schema.type].flat().join(" or ")}`,
            at: ["enum", index],
          };
      }
    },
  },
  "spec.schema.pattern-invalid": {
    level: "error",
    title: "A pattern is not a regular expression of ECMA-262.",
    fix: "Use the syntax of JavaScript.",
    objectKinds: ["schema"],
    fields: ["pattern"],
    *find({ value: { pattern } }) {
      const error = typeof pattern === "string" ? findPatternError(pattern) : undefined;
      if (error?.kind === "invalid") yield { message: error.message };
    },
  },
  "spec.schema.pattern-not-unicode": {
    level: "warn",
    title: "A pattern is valid only without the u flag, but JSON Schema recommends the flag.",
    fix: "Escape only characters that must be escaped. In a class, write the hyphen last.",
    objectKinds: ["schema"],
    fields: ["pattern"],
    *find({ value: { pattern } }) {
      const error = typeof pattern === "string" ? findPatternError(pattern) : undefined;
      if (error?.kind === "not-unicode") yield { message: error.message };
    },
  },
  "spec.schema.pattern-delimited": {
    level: "warn",
    title: "A pattern has slashes around it, so that it matches no string.",
    fix: "Remove the slashes and the flags. The tool ignores them.",
    objectKinds: ["schema"],
    fields: ["pattern"],
    *find({ value: { pattern } }) {
      if (typeof pattern === "string" && parseSlashedPattern(pattern) !== undefined)
        yield { message: "the slashes are part of the pattern, so that it matches no string" };
    },
  },
  "spec.schema.format-unknown": {
    level: "info",
    title: "A format is unknown and not checked.",
    fix: "Use a format of JSON Schema or of the OpenAPI registry, or a pattern.",
    objectKinds: ["schema"],
    fields: ["format"],
    *find({ value: { format } }) {
      if (typeof format !== "string" || Object.hasOwn(FORMAT_VALIDATORS, format) || ANNOTATION_FORMATS.has(format))
        return;
      const suggestion = formatSuggestion(format, [...Object.keys(FORMAT_VALIDATORS), ...ANNOTATION_FORMATS]);
      yield { message: `unknown format "${format}", not checked${suggestion}` };
    },
  },
  "spec.schema.bounds-contradict": {
    level: "warn",
    title: "A lower bound is greater than the upper bound, so that no value is valid.",
    fix: "Raise the upper bound, or lower the lower one.",
    objectKinds: ["schema"],
    fields: Object.keys(BOUNDS),
    *find({ value }, _, field) {
      const upper = BOUNDS[field] ?? "";
      const [low, high] = [value[field], value[upper]];
      if (isNumber(low) && isNumber(high) && compareNumbers(low, high) > 0)
        yield { message: `"${field}" ${low} is greater than "${upper}" ${high}` };
    },
  },
  "spec.schema.required-forbidden": {
    level: "warn",
    title: "A required property is not allowed by the schema.",
    fix: "Declare the property, or make it optional.",
    objectKinds: ["schema"],
    fields: ["required"],
    *find({ value }) {
      if (value.additionalProperties !== false || isObject(value.patternProperties)) return;
      const properties = asObject(value.properties) ?? {};
      for (const [index, name] of asArray(value.required).entries())
        if (typeof name === "string" && !Object.hasOwn(properties, name))
          yield {
            message: `"${name}" is required, but "additionalProperties: false" does not allow it`,
            at: ["required", index],
          };
    },
  },
  "spec.schema.read-write-only": {
    level: "error",
    title: "A schema is both readOnly and writeOnly.",
    fix: "Keep one of the two.",
    exception: "Since OpenAPI 3.1, it is a warning.",
    objectKinds: ["schema"],
    fields: ["readOnly"],
    *find({ value }, { is30 }) {
      if (value.readOnly === true && value.writeOnly === true)
        yield { message: "a schema cannot be both readOnly and writeOnly", level: is30 ? "error" : "warn" };
    },
  },
  "spec.schema.reinterpreted": {
    level: "warn",
    title: "The tool interprets a schema differently than written, or ignores a part of it.",
    fix: "Write the schema as interpreted. Only --strict-spec checks this.",
    objectKinds: ["openapi"],
    *find(_, { reinterpreted = new Map<Pointer, string>(), document: { unusable } }) {
      for (const [pointer, message] of reinterpreted)
        if (!unusable?.has(parentPointer(pointer))) yield { message, at: parsePointer(pointer) };
    },
  },
  "spec.schema.infinite-recursion": {
    level: "error",
    title: "A schema requires itself, so that no finite value is valid.",
    fix: "Make one property of the cycle optional, or allow null or an empty array.",
    objectKinds: ["openapi"],
    *find(_, lint) {
      for (const name of findInfiniteSchemas(lint)) {
        yield {
          message: `every value of ${name} must contain another ${name}, so that no finite value is valid`,
          at: ["components", "schemas", name],
        };
      }
    },
  },
  "spec.discriminator.target-unknown": {
    level: "error",
    title: "A mapping of a discriminator names a schema that does not exist.",
    fix: "Use the name of a component, or a reference to a schema.",
    objectKinds: ["discriminator"],
    *find({ value }, lint) {
      const schemas = getComponents(lint)("schemas");
      const mappings = Object.entries(asObject(value.mapping) ?? {}).map(
        ([name, it]) => [["mapping", name], it] as const,
      );
      for (const [at, target] of [...mappings, [["defaultMapping"], value.defaultMapping] as const]) {
        if (typeof target !== "string") continue;
        const pointer = getLocalReferenceTarget(target);
        const isThere =
          pointer === undefined
            ? schemas.has(target) || /^(#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
            : isSchemaAt(lint, pointer);
        if (!isThere)
          yield {
            message: `there is no schema "${target}"${formatSuggestion(target, schemas.keys())}`,
            at,
          };
      }
    },
  },
  "spec.discriminator.property-optional": {
    level: "error",
    title: "The property of a discriminator is not required in every branch.",
    fix: "Make the property required, or since OpenAPI 3.2 add defaultMapping; else the choice of the branch is undefined.",
    exception: "Before OpenAPI 3.2, it is a warning.",
    objectKinds: ["discriminator"],
    fields: ["propertyName"],
    *find({ value, parent }, lint) {
      const { propertyName } = value;
      if (typeof propertyName !== "string" || parent?.kind !== "schema" || value.defaultMapping !== undefined) return;
      const lacking = findOptionalBranch(parent, propertyName, lint);
      if (lacking !== undefined)
        yield {
          message: `"${propertyName}" is not required${lacking === "" ? "" : ` in ${lacking}`}`,
          level: lint.version === "3.2" ? "error" : "warn",
        };
    },
  },
} satisfies LintRules;

type PatternError = { readonly kind: "invalid" | "not-unicode"; readonly message: string };

/** Caches results, because most specs use few patterns often. */
const findPatternError = memoize(checkPattern, 1000);

/** Returns why a pattern is not a valid regular expression, or is one only without the `u` flag. */
function checkPattern(pattern: string): PatternError | undefined {
  const unicode = getSyntaxError(pattern, "u");
  if (unicode === undefined) return undefined;
  const plain = getSyntaxError(pattern, "");
  return plain === undefined
    ? {
        kind: "not-unicode",
        message: `the pattern is a valid regular expression only without the "u" flag: ${unicode}`,
      }
    : { kind: "invalid", message: `the pattern is not a valid regular expression: ${plain}` };
}

function getSyntaxError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    // The engine's message repeats the pattern before the reason.
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}

/** Deeper nesting within one component is not checked. */
const MAX_DEPTH = 50;

/**
 * Finds the component schemas that no finite value can match, because each value must contain another one.
 *
 * The search removes schemas with finite values, then checks the schemas that refer to them again. The remaining ones are
 * infinite. Schemas count as finite unless they clearly require another one.
 */
function findInfiniteSchemas({ document, references }: LintContext): string[] {
  const schemas = asObject(asObject(document.root.components)?.schemas) ?? {};
  // Only schemas that another schema refers to can be part of a cycle.
  // `spec.reference.unresolved` reports a reference that leads back to itself.
  const looping = references.filter(({ object }) => document.unusable?.has(getPointer(object)));
  const reported = new Set(looping.map(({ target }) => parseComponentName(target)));
  const open = new Set<string>();
  const users = new Map<string, string[]>();
  for (const { object, kind, target } of references) {
    const name = kind === "schema" ? parseComponentName(target) : undefined;
    if (name === undefined || reported.has(name) || !Object.hasOwn(schemas, name)) continue;
    open.add(name);
    const user = findOwner(object);
    if (user !== undefined) getOrCreate(users, name, (): string[] => []).push(user);
  }
  const waiting = [...open];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (!open.has(name) || !canEnd(schemas[name], open, 0)) continue;
    open.delete(name);
    for (const user of users.get(name) ?? []) waiting.push(user);
  }
  return [...open].sort();
}

function canEnd(schema: Json | undefined, open: ReadonlySet<string>, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return true;
  const target = getLocalReferenceTarget(schema.$ref);
  const name = target === undefined ? undefined : parseComponentName(target);
  if (name !== undefined && open.has(name)) return false;
  return listNeededSchemas(schema).every((alternatives) =>
    alternatives.some((alternative) => canEnd(alternative, open, depth + 1)),
  );
}

/** Returns the component that contains an object. */
function findOwner(object: SpecObject): string | undefined {
  const { parent, steps } = object;
  if (parent === undefined) return undefined;
  return parent.kind === "components" && steps[0] === "schemas" ? steps[1] : findOwner(parent);
}

function parseComponentName(target: string): string | undefined {
  return target.startsWith("/components/schemas/") ? getComponentName(target) : undefined;
}

/** Lists the schemas that a value must match: one of each group. */
function listNeededSchemas(schema: { readonly [name: string]: Json }): (Json | undefined)[][] {
  const groups: (Json | undefined)[][] = asArray(schema.allOf).map((part) => [part]);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = asArray(schema[keyword]);
    if (branches.length > 0) groups.push([...branches]);
  }
  if (schema.type === "object" && !isNullable(schema)) {
    const properties = asObject(schema.properties) ?? {};
    for (const name of asArray(schema.required)) {
      if (typeof name === "string" && Object.hasOwn(properties, name)) groups.push([properties[name]]);
    }
  }
  if (schema.type === "array" && !isNullable(schema) && typeof schema.minItems === "number" && schema.minItems > 0)
    groups.push([schema.items]);
  return groups;
}

function isSchemaAt({ document, kindOf }: LintContext, pointer: Pointer): boolean {
  const found = valueAt(document.root, pointer);
  return isObject(found) && [undefined, "schema"].includes(kindOf(found));
}

/** Returns the branch in which a property is optional, or an empty string for the schema itself. */
function findOptionalBranch(owner: SpecObject, property: string, { document }: LintContext): string | undefined {
  const pointer = getPointer(owner);
  const requires = (at: Pointer): boolean =>
    listApplicableSchemas(document.root, at).some(({ schema }) => asArray(schema.required).includes(property));
  if (asArray(owner.value.required).includes(property)) return undefined;
  const keyword = ["oneOf", "anyOf"].find((name) => asArray(owner.value[name]).length > 0);
  if (keyword === undefined) return requires(pointer) ? undefined : "";
  const branches: readonly Json[] = asArray(owner.value[keyword]);
  const lacking = branches.findIndex(
    (branch, index) => !isNullSchema(branch) && !requires(joinPointer(pointer, keyword, index)),
  );
  if (lacking === -1) return undefined;
  const reference = asObject(branches[lacking] ?? null)?.$ref;
  return typeof reference === "string" ? `"${reference}"` : `${keyword}/${lacking}`;
}

function isNullSchema(branch: Json): boolean {
  return isObject(branch) && branch.type === "null";
}
