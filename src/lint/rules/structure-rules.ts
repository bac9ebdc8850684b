import { isObject, type Json, type OpenApiVersion } from "../../document/index.js";
import {
  CLOSED_KINDS,
  type FieldType,
  formatObjectKind,
  getFields,
  isObjectKind,
  type SpecObjectKind,
} from "../../document/structure.js";
import { formatSuggestion } from "../../schema/validation/closest-name.js";
import type { LintRules, RuleMatch, SpecObject } from "../rule.js";
import { SCHEMA_KEYWORDS } from "../schema-keywords.js";
import { listHeldValues } from "../walk-document.js";

/** Rules about the fields of objects, as in the tables of the specification. */
export const STRUCTURE_RULES = {
  "spec.object.unknown-field": {
    level: "error",
    title: "An object has a field that the OpenAPI specification does not define.",
    fix: "Rename the field, move the field, start its name with x-, or set `openapi` to a version that has the field.",
    exception: "For the fields of streams, which are read in every version, it is a note.",
    objectKinds: CLOSED_KINDS,
    *find({ kind, value }, { version }) {
      const fields = getFields(kind);
      for (const name in value) {
        const field = fields.get(name);
        if (name.startsWith("x-") || field?.versions.includes(version)) continue;
        const isKeyword = fields.has("schema") && SCHEMA_KEYWORDS.has(name);
        const similar = formatSuggestion(name, fields.keys()) || (isKeyword ? '; move it into "schema"' : "");
        const other = formatOtherVersion(version, field?.versions ?? getReferenceVersions(kind, name));
        const hint = (field === undefined && similar) || other;
        const isRead = kind === "mediaType" && STREAM_FIELDS.has(name);
        yield {
          message: `${formatObjectKind(kind)} has no field "${name}"${hint}${isRead ? "; it is checked anyway" : ""}`,
          at: [name],
          level: isRead ? "info" : "error",
        };
      }
    },
  },
  "spec.object.missing-field": {
    level: "error",
    title: "An object lacks a field that the OpenAPI specification requires, such as a response description.",
    fix: "Add the field.",
    objectKinds: CLOSED_KINDS,
    *find({ kind, value }, { version }) {
      // The other rule reports a reference where none is allowed.
      if (value.$ref !== undefined) return;
      for (const [name, { required }] of getFields(kind)) {
        if (required.includes(version) && value[name] === undefined)
          yield { message: `${formatObjectKind(kind)} must have "${name}"` };
      }
    },
  },
  "spec.object.wrong-type": {
    level: "error",
    title: "A field has a value of the wrong type.",
    fix: "Use the type of the OpenAPI specification.",
    objectKinds: [...CLOSED_KINDS, "paths", "responses", "callback", "securityRequirement", "schema"],
    *find(object, { is30 }) {
      const fields = object.kind === "schema" ? SCHEMA_KEYWORDS : getFields(object.kind);
      const others = fields.get("*");
      for (const name in object.value) {
        const field = fields.get(name) ?? (name.startsWith("x-") ? undefined : others);
        const value = object.value[name];
        if (field === undefined || value === undefined) continue;
        const typed = { field, is30 };
        if (field.holds !== "one" || getExpectedType(object, name, value, typed) !== undefined)
          yield* findTypeErrors(object, name, value, typed);
      }
    },
  },
  "spec.object.unknown-value": {
    level: "error",
    title: "A field has a value that is not among those of the OpenAPI specification.",
    fix: "Use one of the listed values.",
    objectKinds: ["parameter", "encoding", "securityScheme", "xml"],
    *find({ kind, value }, { version }) {
      for (const [name, { values }] of getFields(kind)) {
        const keyword = value[name];
        if (values.length === 0 || typeof keyword !== "string") continue;
        const listed = values.filter((it) => version >= (VALUES_SINCE[it] ?? ""));
        if (listed.includes(keyword)) continue;
        const since = values.includes(keyword) ? `, which is allowed since OpenAPI ${VALUES_SINCE[keyword]}` : "";
        yield { message: `"${name}" must be one of ${listed.join(", ")}, got "${keyword}"${since}`, at: [name] };
      }
    },
  },
} satisfies LintRules;

/** The values that later versions add. */
const VALUES_SINCE: Readonly<Record<string, OpenApiVersion>> = { mutualTLS: "3.1", querystring: "3.2" };

/** Fields of OpenAPI 3.2 that frameworks also write into earlier specs, and that are checked there. */
const STREAM_FIELDS: ReadonlySet<string> = new Set(["itemSchema", "prefixEncoding", "itemEncoding"]);

/** The versions that allow a reference in place of the object. */
function getReferenceVersions(kind: SpecObjectKind, name: string): readonly OpenApiVersion[] {
  return kind === "mediaType" && name === "$ref" ? ["3.2"] : [];
}

function formatOtherVersion(version: OpenApiVersion, versions: readonly OpenApiVersion[]): string {
  if (versions.length === 0) return "";
  return ` in OpenAPI ${version}, only ${versions[0] === "3.0" ? "in 3.0" : `since ${versions[0]}`}`;
}

type FieldContext = { readonly field: FieldType; readonly is30: boolean };

function* findTypeErrors(object: SpecObject, name: string, value: Json, typed: FieldContext): Iterable<RuleMatch> {
  const { holds } = typed.field;
  const wrong = (wanted: string, at: readonly string[], found: Json): RuleMatch => ({
    message: `${at.length > 1 ? `each value of "${at[0]}"` : `"${name}"`} must be ${wanted}, got ${formatValueType(found)}`,
    at,
  });
  if (holds === "array" && !Array.isArray(value)) return yield wrong("an array", [name], value);
  if (holds === "map" && !isObject(value)) return yield wrong("an object", [name], value);
  for (const [at, item] of listHeldValues(typed.field, name, value)) {
    const wanted = getExpectedType(object, name, item, typed);
    if (wanted !== undefined) yield wrong(wanted, at, item);
  }
}

/** Returns the expected type if a value has the wrong type, otherwise undefined. */
function getExpectedType(
  { kind }: SpecObject,
  name: string,
  value: Json,
  { field: { type }, is30 }: FieldContext,
): string | undefined {
  if (type === "string" || type === "boolean") return typeof value === type ? undefined : `a ${type}`;
  if (!isObjectKind(type) || isObject(value)) return undefined;
  if (type === "schema" && typeof value === "boolean") {
    if (!is30 || (kind === "schema" && name === "additionalProperties")) return undefined;
    return "a schema (an object, in OpenAPI 3.0)";
  }
  return type === "schema" ? (is30 ? "a schema (an object)" : "a schema (an object or a boolean)") : "an object";
}

function formatValueType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a string" : `the ${typeof value} ${value}`;
}
