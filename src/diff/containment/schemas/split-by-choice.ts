import { isObject } from "../../../document/index.js";
import { isExclusiveChoice } from "./possible-schemas.js";
import { extendSet, getConstraints, type PrimitiveType, type SchemaSet } from "./schema-set.js";
import { getSchemaKey, type SchemaRef } from "./versioned-document.js";

/** Splits a set by its first open choice into one set for each branch; undefined without a choice. */
export function splitByChoice(set: SchemaSet): readonly SchemaSet[] | undefined {
  const [plain, rest] = [
    set.types.filter(isNullOrBoolean),
    set.types.filter((primitive) => !isNullOrBoolean(primitive)),
  ];
  if (rest.length === 0) return undefined;
  const parts = splitIntoBranches({ ...set, types: rest });
  // Null and booleans are tested one by one, because `nullable` admits null regardless of the branches.
  return parts === undefined || plain.length === 0 ? parts : [{ ...set, types: plain }, ...parts];
}

function isNullOrBoolean(primitive: PrimitiveType): boolean {
  return primitive === "null" || primitive === "boolean";
}

function splitIntoBranches(set: SchemaSet): readonly SchemaSet[] | undefined {
  const open = getConstraints(set).choices.find(({ choice }) => choice.kind !== "dependent");
  if (open === undefined) return undefined;
  const { choice, ref } = open;
  const at = (pointer: string | undefined): SchemaRef[] => (pointer === undefined ? [] : [{ ...ref, pointer }]);
  if (choice.kind === "condition")
    return [extendSet(set, [...at(choice.when), ...at(choice.then)]), extendSet(set, at(choice.else), at(choice.when))];
  if (choice.kind !== "branches") return undefined;
  const rest = isOnlyChoice(ref)
    ? { ...set, refs: set.refs.filter((it) => getSchemaKey(it) !== getSchemaKey(ref)) }
    : set;
  return choice.branches.map((branch) =>
    extendSet(
      rest,
      at(branch),
      isExclusiveChoice(choice) ? choice.branches.filter((it) => it !== branch).flatMap(at) : [],
    ),
  );
}

/** Whether a schema consists of one choice only. A value of a branch then needs no further check against the schema. */
function isOnlyChoice({ spec, pointer }: SchemaRef): boolean {
  const schema = spec.at(pointer);
  const candidate = isObject(schema) ? Object.keys(schema).filter((it) => !NEUTRAL_KEYWORDS.has(it)) : [];
  return candidate.length === 1 && (candidate[0] === "oneOf" || candidate[0] === "anyOf");
}

const NEUTRAL_KEYWORDS = new Set([
  "title",
  "description",
  "discriminator",
  "example",
  "examples",
  "default",
  "deprecated",
]);
