import { isObject, memoizeByObject } from "../../../document/index.js";
import { type ApplicableSchema, type Choice, listChoiceSchemas } from "../../../schema/model/applicable-schema.js";
import { NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
import { getConstraints, type PrimitiveType, type SchemaSet } from "./schema-set.js";
import type { SetConstraints } from "./set-constraints.js";
import { getSchemaKey, PLAIN_ANNOTATIONS, type SchemaRef } from "./versioned-document.js";

/** Splits a set by its first open choice into one set for each branch; undefined without a choice. */
export function splitByChoice(set: SchemaSet): readonly SchemaSet[] | undefined {
  const [plain, rest] = [
    set.types.filter(isNullOrBoolean),
    set.types.filter((primitive) => !isNullOrBoolean(primitive)),
  ];
  if (rest.length === 0) return undefined;
  const parts = listBranches(getConstraints(set))?.map((branch) => ({ ...set, ...branch, types: rest }));
  // Null and booleans are tested one by one, because `nullable` admits null regardless of the branches.
  return parts === undefined || plain.length === 0 ? parts : [{ ...set, types: plain }, ...parts];
}

function isNullOrBoolean(primitive: PrimitiveType): boolean {
  return primitive === "null" || primitive === "boolean";
}

/** Equal arrays make the caches work that belong to them. */
const listBranches = memoizeByObject((constraints: SetConstraints) => {
  const { refs, negated, choices } = constraints;
  const open = choices.find(({ choice }) => choice.kind !== "dependent");
  if (open === undefined) return undefined;
  const { choice, ref } = open;
  const at = (pointer: string | undefined): SchemaRef[] => (pointer === undefined ? [] : [{ ...ref, pointer }]);
  if (choice.kind === "condition")
    return [
      { refs: [...refs, ...at(choice.when), ...at(choice.then)], negated },
      { refs: [...refs, ...at(choice.else)], negated: [...negated, ...at(choice.when)] },
    ];
  if (choice.kind !== "branches") return undefined;
  const rest = isOnlyChoice(ref) ? refs.filter((it) => getSchemaKey(it) !== getSchemaKey(ref)) : refs;
  const branches = choice.branches.flatMap(at);
  const isExclusive = isExclusiveChoice(choice);
  return branches.map((branch) => ({
    refs: [...rest, branch],
    negated: isExclusive ? [...negated, ...branches.filter((it) => it !== branch)] : negated,
  }));
});

/** Whether a schema consists of one choice only. A value of a branch then needs no further check against the schema. */
function isOnlyChoice({ spec, pointer }: SchemaRef): boolean {
  const schema = spec.at(pointer);
  const candidate = isObject(schema) ? Object.keys(schema).filter(isSignificant) : [];
  return candidate.length === 1 && (candidate[0] === "oneOf" || candidate[0] === "anyOf");
}

function isSignificant(keyword: string): boolean {
  return keyword === NULL_ALLOWED || !(keyword.startsWith("x-") || NEUTRAL_KEYWORDS.has(keyword));
}

const NEUTRAL_KEYWORDS = new Set([...PLAIN_ANNOTATIONS, "discriminator"]);

/**
 * Lists the schemas that apply or may apply to values of a set. Once a branch of a `oneOf` is chosen, the others do not
 * apply.
 */
export function listPossibleSchemas(set: SchemaSet): readonly ApplicableSchema[] {
  const { schemas, choices: open } = getConstraints(set);
  const isSettled = (choice: Choice): boolean => isExclusiveChoice(choice) && !open.some((it) => it.choice === choice);
  return schemas.flatMap((schema) => [
    schema,
    ...schema.choices
      .filter((choice) => !isSettled(choice))
      .flatMap(listChoiceSchemas)
      .flatMap((pointer) => schema.ref.spec.schemas.model.possible(pointer)),
  ]);
}

function isExclusiveChoice(choice: Choice): boolean {
  return choice.kind === "branches" && choice.branches[0]?.endsWith("/oneOf/0") === true;
}
