import {
  asArray,
  asObject,
  asString,
  getTitleName,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import { type ApplicableSchema, listDeclaring, readApplicableSchema } from "../../schema/model/applicable-schema.js";
import { collectValueConstraints } from "../../schema/model/value-constraints.js";
import { walkSchemas } from "../../schema/registry/normalize-schema.js";
import type { LintRules } from "../rule.js";
import { TYPE_NAMES } from "../schema-keywords.js";
import { getPointer } from "../walk-document.js";

/** Rules about `allOf` and `oneOf` that no value, or no ordinary value, can match. */
export const COMPOSITION_RULES = {
  "spec.schema.all-of-contradicts": {
    level: "warn",
    title:
      "The parts of an allOf, or a reference and the keywords beside it, exclude each other, so that no value is valid.",
    fix: "Change the parts so that a value can match all of them. Since OpenAPI 3.1, the keywords beside $ref apply too.",
    objectKinds: ["schema"],
    fields: ["allOf", "$ref"],
    *find(object, { document }, field) {
      // What a reference with annotations alone contradicts is reported at its target.
      const beside = Object.keys(object.value).filter((it) => it !== "$ref" && !ANNOTATION.test(it));
      if (field === "$ref" && (object.value.allOf !== undefined || beside.length === 0)) return;
      const parts = listAlways(document.root, getPointer(object));
      const { types, enumValues, required } = collectValueConstraints(parts);
      const areTypesValid = parts.every(({ schema: { type = "null" } }) => isTypeList([type].flat()));
      if (types?.length === 0 && areTypesValid) yield { message: "no value has the types of all parts" };
      else if (enumValues?.length === 0) yield { message: "no value is listed in all parts" };
      for (const name of required.keys()) {
        const closed = parts.find((it) => forbids(it, name));
        // `spec.schema.required-forbidden` reports a schema that forbids its own name.
        if (closed === undefined || asArray(closed.schema.required).includes(name)) continue;
        yield {
          message: `"${name}" is required, but "additionalProperties: false" of ${getPartName(closed.pointer)} does not allow it`,
        };
      }
    },
  },
  "spec.schema.branches-overlap": {
    level: "warn",
    title: "Values of one branch of a oneOf match another one too, so that they are not valid.",
    fix: 'Add a property that distinguishes the branches, with "const" or "enum" in each; or use anyOf.',
    objectKinds: ["schema"],
    fields: ["oneOf"],
    *find(object, { document: { root } }) {
      const branches = asArray(object.value.oneOf).map((_, index) => joinPointer(getPointer(object), "oneOf", index));
      const found = branches.map((pointer) => listAlways(root, pointer));
      for (const [index, one] of found.entries()) {
        const other = found.findIndex((it, at) => at !== index && isSmallestValid(root, one, it));
        if (other === -1) continue;
        const [name, second] = [index, other].map((at) => getBranchName(root, branches[at] ?? "", at));
        yield { message: `a value of ${name} with only what is required also matches ${second}`, at: ["oneOf", index] };
        return;
      }
    },
  },
} satisfies LintRules;

/** The schema at a pointer, and those that always apply to the same value. */
function listAlways(root: Json, pointer: Pointer): readonly ApplicableSchema[] {
  const found = walkSchemas(root, [pointer], ({ applies }) => applies === "always");
  return [...found].flatMap((it) => readApplicableSchema(root, it.pointer) ?? []);
}

function isTypeList(types: readonly Json[]): boolean {
  return types.length > 0 && types.every((type) => TYPE_NAMES.includes(type));
}

function forbids({ schema, pointer }: ApplicableSchema, name: string): boolean {
  return schema.additionalProperties === false && listDeclaring(schema, pointer, name).length === 0;
}

/** Whether a value of a branch that has only what is required is surely valid for another branch. */
function isSmallestValid(root: Json, one: readonly ApplicableSchema[], other: readonly ApplicableSchema[]): boolean {
  if (one.length === 0 || other.length === 0 || [...one, ...other].some(({ choices }) => choices.length > 0))
    return false;
  const [given, wanted] = [one, other].map(collectValueConstraints);
  // What requires properties is for objects, also without a type.
  const types = given?.types ?? (given !== undefined && given.required.size > 0 ? ["object"] : undefined);
  if (given === undefined || types === undefined || wanted === undefined || given.enumValues?.length === 0)
    return false;
  if (!types.every((type) => acceptsType(wanted.types, type))) return false;
  if (!types.includes("object")) return other.every(({ schema }) => hasOnlyType(schema));
  const names = [...given.required.keys()];
  if ([...wanted.required.keys()].some((name) => !given.required.has(name))) return false;
  if (other.some(({ schema }) => !hasPlainKeywords(schema))) return false;
  return names.every((name) => {
    if (other.some((it) => forbids(it, name))) return false;
    const own = one.flatMap(({ schema, pointer }) => listDeclaring(schema, pointer, name));
    const theirs = other.flatMap(({ schema, pointer }) => listDeclaring(schema, pointer, name));
    return theirs.every((pointer) => own.some((it) => isCovered(valueAt(root, it), valueAt(root, pointer))));
  });
}

function acceptsType(types: readonly string[] | undefined, type: string): boolean {
  return types === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Whether every value of a schema is surely valid for another one: they are equal, or the other names only the type. */
function isCovered(schema: Json | undefined, other: Json | undefined): boolean {
  if (other === true || isEqual(schema, other)) return true;
  if (!isObject(schema) || !isObject(other) || !hasOnlyType(other)) return false;
  return (
    other.type === undefined ||
    (typeof schema.type === "string" && acceptsType([other.type].flat().map(String), schema.type))
  );
}

function hasOnlyType(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => /^(type|nullable)$/.test(keyword) || ANNOTATION.test(keyword));
}

const ANNOTATION =
  /^(title|description|example|examples|default|deprecated|externalDocs|readOnly|writeOnly|\$comment|x-.*)$/;

/** Whether a value with other properties still meets the keywords of an object, unless it forbids them. */
function hasPlainKeywords(schema: JsonObject): boolean {
  const keywords = Object.keys(schema).filter((it) => it !== "additionalProperties" || isObject(schema[it]));
  return keywords.every((keyword) => OBJECT_KEYWORDS.test(keyword));
}

const OBJECT_KEYWORDS = new RegExp(
  `${ANNOTATION.source}|^(type|properties|required|allOf|discriminator|xml|\\$ref|\\$schema|\\$id|\\$anchor)$`,
);

function getPartName(pointer: Pointer): string {
  return pointer.replace(/^\/components\/schemas\/([^/]+)$/, "$1");
}

function getBranchName(root: Json, pointer: Pointer, index: number): string {
  const branch = asObject(valueAt(root, pointer));
  return asString(branch?.$ref)?.split("/").at(-1) ?? getTitleName(branch) ?? `branch ${index}`;
}
