import { isApplied, isInPlace } from "../../../src/document/applicators.js";
import {
  asArray,
  asObject,
  type Document,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../../src/document/index.js";
import { mapInnerSchemas, mapSchemas } from "../../../src/document/structure.js";
import {
  CannotValidateError,
  createSchemas,
  type MergedSchema,
  type MessageDirection,
  type Schemas,
  type Violation,
  walkSchemas,
} from "../../../src/schema/index.js";

/** Keywords that types express: a missing property, a wrong type or tag, null, an extra member of a closed object. */
const EXPRESSED = new Set(["type", "required", "enum", "const", "additionalProperties", "anyOf", "oneOf"]);

type Located = {
  readonly schemas: Schemas;
  readonly pointer: Pointer;
  readonly direction: MessageDirection;
};

/** Why types do not refuse a value that the checker rejects with a violation. The first match counts. */
const NOT_EXPRESSED: readonly (readonly [reason: string, matches: (violation: Violation, at: Located) => boolean])[] = [
  ["a property that a direction excludes has no type in it", isInExcluded],
  [
    "a type that has an index signature for patterns of names is open",
    ({ schemaPointer, keyword }, { schemas }) =>
      keyword === "additionalProperties" &&
      asObject(valueAt(schemas.root, schemaPointer))?.patternProperties !== undefined,
  ],
  [
    "an index signature beside properties has the types of all members",
    ({ pointer }, { schemas }) => {
      const [owner, rest] = pointer.split(/\/additionalProperties(?=\/)/);
      return rest !== undefined && asObject(valueAt(schemas.root, owner ?? ""))?.properties !== undefined;
    },
  ],
  [
    "strings and arrays have members such as length and filter",
    ({ keyword, schema, schemaPointer, value }, { schemas }) => {
      const names = Object.keys(asObject(asObject(valueAt(schemas.root, schemaPointer))?.properties) ?? {});
      const isObject = keyword === "type" && [schema].flat().includes("object");
      return isObject && (typeof value === "string" || Array.isArray(value)) && names.some((it) => it in Object(value));
    },
  ],
  [
    "an integer is a number",
    ({ keyword, schema, value }) =>
      keyword === "type" && typeof value === "number" && [schema].flat().includes("integer"),
  ],
  ["a type of scalars beside an object that requires nothing accepts its scalars", isContradiction],
  [
    "types have no conditions, negation and sets of names",
    ({ pointer }) => /\/(not|if|then|else|dependentSchemas|contains|propertyNames|unevaluated\w+)(\/|$)/.test(pointer),
  ],
  ["types have no bounds, patterns, formats and counts", ({ keyword }) => !EXPRESSED.has(keyword)],
];

/** Whether an extra member of a branch is a property of another one: it is no excess of their union. */
function isOfSibling(
  { keyword, params }: Violation,
  { schemas: { model } }: Located,
  { pointer, schema }: Violation,
): boolean {
  if (keyword !== "additionalProperties") return false;
  const names = [params.additionalProperty, params.propertyName].map(String);
  const branches = [...(schema as readonly Json[]).keys()].map((index) => model.at([`${pointer}/${index}`]));
  return branches.some((it) => names.some((name) => (model.child(it, name)?.pointers ?? []).length > 0));
}

/** The violations of a branch; undefined if it refers to itself for the same value. */
function validateBranch(
  { schemas, direction }: Located,
  branch: Pointer,
  value: unknown,
): readonly Violation[] | undefined {
  try {
    return schemas.validate(branch, direction, value);
  } catch (error) {
    if (error instanceof CannotValidateError) return undefined;
    throw error;
  }
}

/** Why types cannot be expected to refuse a value with these violations, or undefined if they must: one violation suffices. */
export function findTypeException(located: Located, violations: readonly Violation[]): string | undefined {
  if (violations.length === 0) return "an extra member that another branch declares is no excess of a union";
  const reasons = violations.map((it) => explain(located, it));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function explain(located: Located, violation: Violation): string | undefined {
  const { keyword, pointer, schema, value, params } = violation;
  const [found] = NOT_EXPRESSED.find(([, matches]) => matches(violation, located)) ?? [];
  if (found !== undefined || (keyword !== "anyOf" && keyword !== "oneOf")) return found;
  if (isNonEmptyArray(params.passingSchemas)) return "a value that several branches of oneOf accept is of their types";
  // All branches have to refuse the value.
  for (const index of (schema as readonly Json[]).keys()) {
    const branch = { ...located, pointer: `${pointer}/${index}` };
    const found = validateBranch(branch, branch.pointer, value)?.filter((it) => !isOfSibling(it, located, violation));
    const reason =
      found === undefined ? "a schema that is a part of itself is unknown" : findTypeException(branch, found);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Whether a part of a value is in a property that is read-only in requests, or write-only in responses. */
function isInExcluded({ instance, pointer }: Violation, located: Located): boolean {
  const { schemas, direction } = located;
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  const isFlagged = (schema: Json | undefined): boolean => asObject(schema)?.[flag] === true;
  const tokens = parsePointer(pointer);
  const parts = tokens.map((_, index) => valueAt(schemas.root, joinPointer("", ...tokens.slice(0, index))));
  return (
    parts.some(isFlagged) ||
    listNodes(instance, located).some((it) => it.applicableSchemas.some(({ schema }) => isFlagged(schema)))
  );
}

/** Whether a scalar is refused only because its schema needs an object, while another part needs or lists the scalar. */
function isContradiction({ keyword, schema, value, instance }: Violation, located: Located): boolean {
  if (keyword !== "type" || ![schema].flat().includes("object") || typeof value === "object") return false;
  const pointers = listNodes(instance, located).at(-1)?.pointers ?? [];
  return [...walkSchemas(located.schemas.root, pointers, isInPlace)].some(({ schema: it }) => {
    const types = [it.type ?? []].flat();
    const isTyped = types.includes(typeof value) || (types.includes("integer") && typeof value === "number");
    return isTyped || asArray(it.enum).includes(value as Json);
  });
}

/** The merged schemas of the parts of a value on a path to a place. */
function listNodes(instance: Pointer, { schemas: { model }, pointer }: Located): MergedSchema[] {
  const found = [model.at([pointer])];
  for (const token of parsePointer(instance)) {
    const last = found.at(-1);
    if (last === undefined) break;
    const next = /^\d+$/.test(token) ? model.item(last, Number(token)) : model.child(last, token);
    if (next === null || next === undefined) break;
    found.push(next);
  }
  return found;
}

function isNonEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

const OBJECT_KEYWORDS = ["properties", "patternProperties", "additionalProperties", "required"];

/**
 * Schemas in which one with properties and without a type describes only objects, as its type does: without `type`, JSON Schema accepts
 * every other value too, which no author means.
 */
export function createTypedSchemas(document: Document): Schemas {
  const addType: Parameters<typeof mapSchemas>[2] = (schema, pointer) => {
    const mapped = mapInnerSchemas(schema, "schema", addType, pointer);
    if (!isObject(mapped) || mapped.type !== undefined) return mapped;
    return OBJECT_KEYWORDS.some((it) => mapped[it] !== undefined) ? { ...mapped, type: "object" } : mapped;
  };
  const root = mapSchemas(document.root, "openapi", addType);
  return createSchemas({ ...document, root: root as Document["root"] });
}

export const UNTYPED = "a schema with properties and without type describes objects";
export const UNDECLARED = "an undeclared member of an open object is excess in a literal";

/** Why the type of a schema is compared with no value. */
export function findSchemaException({ root, document }: Schemas, pointer: Pointer): string | undefined {
  const reached = [...walkSchemas(root, [pointer], isApplied)];
  if (reached.some((it) => document.unusable?.has(it.pointer)))
    return "a part without a target, or of itself, is unknown";
  return reached.some(({ schema }) => schema.format === "binary") ? "a file is a Blob, which no literal is" : undefined;
}
