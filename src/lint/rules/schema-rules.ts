import { asArray, asObject, isObject, type Pointer, parentPointer, parsePointer } from "../../document/index.js";
import { FORMAT_VALIDATORS } from "../../schema/formats/formats.js";
import { parseSlashedPattern } from "../../schema/pattern/compile-pattern.js";
import { findClosestName } from "../../schema/validation/closest-name.js";
import type { LintRules } from "../rule.js";
import { findInfiniteSchemas } from "./infinite-schemas.js";
import { findPatternError } from "./pattern-error.js";
import { getValueType, hasType } from "./value-type.js";

/** Keywords that have rules of their own about the same. */
const REPORTED_BY_OTHER_RULES = new Set([
  "pattern",
  "enum",
  "nullable",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "required",
]);

/** Pairs of keywords of which the first must not be above the second. */
const BOUNDS: Readonly<Record<string, string>> = {
  minimum: "maximum",
  minLength: "maxLength",
  minItems: "maxItems",
  minProperties: "maxProperties",
};

/**
 * Formats that say how a value is to be read and not which values are right, as the registry lists them.
 *
 * @see https://spec.openapis.org/registry/format/
 */
const ANNOTATION_FORMATS = new Set(
  "int32 int64 float double password binary byte base64url char commonmark decimal decimal128 double-int html int8 int16 uint8 uint16 uint32 uint64 media-range sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token http-date unixtime date-time-local time-local duration time".split(
    " ",
  ),
);

/** Schemas: https://spec.openapis.org/oas/v3.1.1#schema-object */
export const SCHEMA_RULES = {
  "spec.schema.enum-empty": {
    level: "warn",
    title: "An enumeration lists nothing, so that no value is right.",
    fix: "List the values, or take the enumeration away.",
    objectKinds: ["schema"],
    fields: ["enum"],
    *find({ value }) {
      if (Array.isArray(value.enum) && value.enum.length === 0)
        yield { message: "no value can be one of an empty enumeration", at: ["enum"] };
    },
  },
  "spec.schema.enum-mismatch": {
    level: "warn",
    title: "An enumeration lists a value that the type beside it forbids.",
    fix: "Correct the value or the type. In YAML, yes, no, on and off need no quotes; true, 1 and 1.0 as text do.",
    objectKinds: ["schema"],
    fields: ["enum"],
    *find({ value: schema }, { is30 }) {
      for (const [index, value] of asArray(schema.enum).entries()) {
        // To say null in an enumeration is how nullable and an enumeration go together.
        if (value === null && (is30 || schema.nullable === true)) continue;
        if (!hasType(value, schema.type))
          yield {
            message: `${JSON.stringify(value)} is of type ${getValueType(value)}, not ${[schema.type].flat().join(" or ")}`,
            at: ["enum", index],
          };
      }
    },
  },
  "spec.schema.pattern-invalid": {
    level: "error",
    title: "A pattern is no regular expression of ECMA-262.",
    fix: "Write it in the syntax of JavaScript, so that every tool reads it alike.",
    objectKinds: ["schema"],
    fields: ["pattern"],
    *find({ value: { pattern } }) {
      const error = typeof pattern === "string" ? findPatternError(pattern) : undefined;
      if (error?.kind === "invalid") yield { message: error.message, at: ["pattern"] };
    },
  },
  "spec.schema.pattern-not-unicode": {
    level: "warn",
    title: "A pattern is a regular expression only without the u flag, which JSON Schema recommends.",
    fix: "Escape only what must be escaped: in a class, put the hyphen last.",
    objectKinds: ["schema"],
    fields: ["pattern"],
    *find({ value: { pattern } }) {
      const error = typeof pattern === "string" ? findPatternError(pattern) : undefined;
      if (error?.kind === "not-unicode") yield { message: error.message, at: ["pattern"] };
    },
  },
  "spec.schema.pattern-delimited": {
    level: "warn",
    title: "A pattern stands between slashes, as in a program, and so fits no text.",
    fix: "Take the slashes away, and what stands after them. The gate reads it as it was meant.",
    objectKinds: ["schema"],
    fields: ["pattern"],
    *find({ value: { pattern } }) {
      if (typeof pattern === "string" && parseSlashedPattern(pattern) !== undefined)
        yield { message: "the slashes belong to the pattern, so that no text fits it", at: ["pattern"] };
    },
  },
  "spec.schema.format-unknown": {
    level: "info",
    title: "A format is not known, and not asserted.",
    fix: "Use a format of JSON Schema or of the OpenAPI registry, or say the rule as a pattern.",
    objectKinds: ["schema"],
    fields: ["format"],
    *find({ value: { format } }) {
      if (typeof format !== "string" || Object.hasOwn(FORMAT_VALIDATORS, format) || ANNOTATION_FORMATS.has(format))
        return;
      const suggestion = findClosestName(format, [...Object.keys(FORMAT_VALIDATORS), ...ANNOTATION_FORMATS]);
      yield {
        message: `"${format}" is not asserted${suggestion === undefined ? "" : `; did you mean "${suggestion}"?`}`,
        at: ["format"],
      };
    },
  },
  "spec.schema.bounds-contradict": {
    level: "warn",
    title: "A lower bound is above the upper one, so that no value is right.",
    fix: "Correct one of the bounds.",
    objectKinds: ["schema"],
    fields: Object.keys(BOUNDS),
    *find({ value }, _, field) {
      const upper = BOUNDS[field] ?? "";
      const [low, high] = [value[field], value[upper]];
      if (typeof low === "number" && typeof high === "number" && low > high)
        yield { message: `"${field}" ${low} is above "${upper}" ${high}`, at: [field] };
    },
  },
  "spec.schema.required-forbidden": {
    level: "warn",
    title: "A property is required that the schema forbids.",
    fix: "Declare the property, or do not require it.",
    objectKinds: ["schema"],
    fields: ["required"],
    *find({ value }) {
      if (value.additionalProperties !== false || isObject(value.patternProperties)) return;
      const properties = asObject(value.properties) ?? {};
      for (const [index, name] of asArray(value.required).entries())
        if (typeof name === "string" && !Object.hasOwn(properties, name))
          yield {
            message: `"${name}" is required, and "additionalProperties: false" forbids it`,
            at: ["required", index],
          };
    },
  },
  "spec.schema.read-write-only": {
    level: "error",
    title: "A schema is both readOnly and writeOnly.",
    fix: "Keep one of the two.",
    objectKinds: ["schema"],
    fields: ["readOnly"],
    *find({ value }, { is30 }) {
      if (value.readOnly === true && value.writeOnly === true)
        yield {
          message: "nobody can carry what is both readOnly and writeOnly",
          at: ["readOnly"],
          level: is30 ? "error" : "warn",
        };
    },
  },
  "spec.schema.reinterpreted": {
    level: "warn",
    title: "The gate reads a schema otherwise than it stands there, or a part of it not at all.",
    fix: "Write what is meant, so that every tool reads it alike. Only --strict-spec looks for this.",
    objectKinds: ["openapi"],
    *find(_, { reinterpreted = new Map<Pointer, string>(), document: { unusable } }) {
      for (const [pointer, message] of reinterpreted) {
        const at = parsePointer(pointer);
        if (!unusable?.has(parentPointer(pointer)) && !REPORTED_BY_OTHER_RULES.has(at[at.length - 1] ?? ""))
          yield { message, at };
      }
    },
  },
  "spec.schema.infinite-recursion": {
    level: "error",
    title: "A schema requires itself inside itself, so that no finite value is right.",
    fix: "Make one property on the way optional, or allow null or an empty array.",
    objectKinds: ["openapi"],
    *find(_, lint) {
      for (const name of findInfiniteSchemas(lint))
        yield {
          message: `every value of ${name} would have to hold another one, for ever`,
          at: ["components", "schemas", name],
        };
    },
  },
} satisfies LintRules;
