import { isObject, type Json } from "../document/index.js";
import { nearest } from "../schema/nearest.js";
import { anObject, type FieldType, fieldsOf, isObjectKind, type ObjectKind } from "./objects.js";
import type { Place, Rules, Trouble } from "./rule.js";
import { SCHEMA_KEYWORDS } from "./schema-keywords.js";

/** Every kind of object whose fields the specification closes. */
const CLOSED: readonly ObjectKind[] = [
  ..."openapi info contact license server serverVariable components pathItem operation externalDocs parameter".split(
    " ",
  ),
  ..."header requestBody mediaType encoding response example link tag securityScheme oauthFlows oauthFlow".split(" "),
  ..."discriminator xml".split(" "),
] as ObjectKind[];

/** What every object has in common: its fields, as the specification's tables list them. */
export const STRUCTURE_RULES = {
  "spec.object.unknown-field": {
    level: "error",
    title: "An object has a field that the specification does not give it.",
    fix: "Correct the name, move the field to where it belongs, or begin its name with x-.",
    on: CLOSED,
    *find({ kind, value }, { is30 }) {
      const fields = fieldsOf(kind);
      for (const name in value) {
        const field = fields.get(name);
        if (name.startsWith("x-") || field?.versions.includes(is30 ? "3.0" : "3.1")) continue;
        const meant = field === undefined ? nearest(name, fields.keys()) : undefined;
        const hint = meant !== undefined ? `; did you mean "${meant}"?` : field === undefined ? "" : otherVersion(is30);
        yield { message: `${anObject(kind)} has no field "${name}"${hint}`, at: [name] };
      }
    },
  },
  "spec.object.missing-field": {
    level: "error",
    title: "An object lacks a field that the specification requires, such as the description of a response.",
    fix: "Add the field.",
    on: CLOSED,
    *find({ kind, value }, { is30 }) {
      for (const [name, { required }] of fieldsOf(kind)) {
        if (required.includes(is30 ? "3.0" : "3.1") && value[name] === undefined)
          yield { message: `${anObject(kind)} must have "${name}"` };
      }
    },
  },
  "spec.object.wrong-type": {
    level: "error",
    title: "A field holds something of another type than the specification gives it.",
    fix: "Write the field as the specification has it.",
    on: [...CLOSED, "paths", "responses", "callback", "securityRequirement", "schema"],
    *find(place, { is30 }) {
      const fields = place.kind === "schema" ? SCHEMA_KEYWORDS : fieldsOf(place.kind);
      const others = fields.get("*");
      for (const name in place.value) {
        const field = fields.get(name) ?? (name.startsWith("x-") ? undefined : others);
        const value = place.value[name];
        if (field === undefined || value === undefined) continue;
        const typed = { field, is30 };
        if (field.holds !== "one" || misfit(place, name, value, typed) !== undefined)
          yield* typeTroubles(place, name, value, typed);
      }
    },
  },
  "spec.object.unknown-value": {
    level: "error",
    title: "A field holds a word that is none of those that the specification lists.",
    fix: "Write one of the listed words.",
    on: ["parameter", "encoding", "securityScheme"],
    *find({ kind, value }, { is30 }) {
      for (const [name, { values }] of fieldsOf(kind)) {
        const word = value[name];
        if (values.length === 0 || typeof word !== "string") continue;
        const listed = is30 ? values.filter((it) => it !== "mutualTLS") : values;
        if (!listed.includes(word))
          yield { message: `"${name}" cannot be "${word}"; it is one of ${listed.join(", ")}`, at: [name] };
      }
    },
  },
} satisfies Rules;

function otherVersion(is30: boolean): string {
  return is30 ? " in OpenAPI 3.0; it came with 3.1" : " since OpenAPI 3.1";
}

type Typed = { readonly field: FieldType; readonly is30: boolean };

function* typeTroubles(place: Place, name: string, value: Json, typed: Typed): Iterable<Trouble> {
  const { holds } = typed.field;
  const wrong = (wanted: string, at: readonly (string | number)[], found: Json): Trouble => ({
    message: `${at.length > 1 ? `"${at[0]}" holds ${nounOf(found)}` : `"${name}" is ${nounOf(found)}`} where ${wanted} belongs`,
    at,
  });
  if (holds === "one") {
    const wanted = misfit(place, name, value, typed);
    if (wanted !== undefined) yield wrong(wanted, [name], value);
  } else if (holds === "array") {
    if (!Array.isArray(value)) return yield wrong("an array", [name], value);
    for (const [index, item] of value.entries()) {
      const wanted = misfit(place, name, item, typed);
      if (wanted !== undefined) yield wrong(wanted, [name, index], item);
    }
  } else {
    if (!isObject(value)) return yield wrong("an object", [name], value);
    for (const key in value) {
      const item = value[key] ?? null;
      const wanted = misfit(place, name, item, typed);
      if (wanted !== undefined) yield wrong(wanted, [name, key], item);
    }
  }
}

/** What would have been accepted; undefined when the value is. */
function misfit({ kind }: Place, name: string, value: Json, { field: { type }, is30 }: Typed): string | undefined {
  if (type === "string" || type === "boolean") return typeof value === type ? undefined : `a ${type}`;
  if (!isObjectKind(type) || isObject(value)) return undefined;
  if (type === "schema" && typeof value === "boolean") {
    if (!is30 || (kind === "schema" && name === "additionalProperties")) return undefined;
    return "a schema (an object, in OpenAPI 3.0)";
  }
  return type === "schema" ? (is30 ? "a schema (an object)" : "a schema (an object or a boolean)") : "an object";
}

function nounOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `the ${typeof value} ${value}`;
}
