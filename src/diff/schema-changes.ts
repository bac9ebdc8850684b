import {
  asArray,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  memoize,
  memoizeByObject,
  type Pointer,
} from "../document/index.js";
import { isSameJson } from "../samples/same-json.js";
import { FORMAT_VALIDATORS } from "../schema/index.js";
import type { ApplicableSchema } from "../schema/model/applicable-schema.js";
import type { DiffCode } from "./codes.js";
import { type Comparison, NON_VALIDATING_KEYWORDS, type Pair, type SchemaPointers } from "./comparison.js";
import { matchBranches } from "./containment/match-branches.js";
import type { SchemaRef, VersionedDocument } from "./containment/schemas/versioned-document.js";
import type { DiffFindingDraft } from "./finding.js";
import type { MessageFlow } from "./message-flow.js";

type SchemaChange = Omit<DiffFindingDraft, "affected"> & { readonly at: string };

/**
 * Finds changes that containment does not cover, by walking both schemas in parallel: properties added to or removed from
 * open objects, and changed extensible enums. It also finds properties that became read-only, write-only or deprecated.
 */
export function* findSchemaChanges(
  comparison: Comparison,
  flow: MessageFlow,
  pointers: SchemaPointers,
): Iterable<SchemaChange> {
  if (pointers.old === undefined || pointers.new === undefined) return;
  const seen = new Set<string>();
  const rest: SchemaPair[] = [{ old: [pointers.old], new: [pointers.new], at: "" }];
  const known = getKnownSteps(comparison)(flow);
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    const key = `${step.old.join()} ${step.new.join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { at } = step;
    const found = known.get(key) ?? takeStep(comparison, flow, step);
    known.set(key, found);
    if (found.hasChanges) yield* findOwnChanges(comparison, flow, step);
    for (const child of found.children) rest.push({ ...child, at: `${at}${child.at}` });
  }
}

/** What a pair of schemas contributes to a walk, wherever it is: whether it has changes, and the pairs below it. */
type WalkStep = { readonly hasChanges: boolean; readonly children: readonly SchemaPair[] };

const getKnownSteps = memoizeByObject((_: Comparison) => memoize((_flow: MessageFlow) => new Map<string, WalkStep>()));

function takeStep(comparison: Comparison, flow: MessageFlow, step: SchemaPair): WalkStep {
  if (isSameSchema(comparison, step)) return { hasChanges: false, children: [] };
  const schemas = getBranchPair(comparison, step);
  const [first] = findOwnChanges(comparison, flow, step);
  return {
    hasChanges: first !== undefined,
    children: [...listChildPairs(schemas), ...listAlternativePairs(comparison, schemas)],
  };
}

/** Finds the changes of a pair of schemas, without those of the schemas below. */
function* findOwnChanges(comparison: Comparison, flow: MessageFlow, step: SchemaPair): Iterable<SchemaChange> {
  const schemas = getBranchPair(comparison, step);
  yield* findEnumChanges(flow, schemas, step.at);
  yield* findKeywordChanges(schemas, step.at);
  yield* findPropertyChanges(flow, comparison, { schemas, step });
}

function getBranchPair(comparison: Comparison, step: SchemaPair): BranchPair {
  return { old: getBranches(comparison.old, step.old), new: getBranches(comparison.new, step.new) };
}

/** Equal schemas need no walk. */
function isSameSchema(comparison: Comparison, { old, new: next }: SchemaPair): boolean {
  const [before, after] = [old[0], next[0]];
  if (before === undefined || after === undefined || old.length + next.length > 2) return false;
  return comparison.isSameWithAnnotations(
    { spec: comparison.old, pointer: before },
    { spec: comparison.new, pointer: after },
  );
}

type SchemaPair = Pair<readonly Pointer[]> & { readonly at: string };
type BranchPair = Pair<readonly ApplicableSchema[]>;

/** The schemas that always apply; branches are walked separately. */
function getBranches({ schemas }: VersionedDocument, pointers: readonly Pointer[]): readonly ApplicableSchema[] {
  return schemas.model.at(pointers).applicableSchemas;
}

type PropertyComparison = { readonly schemas: BranchPair; readonly step: SchemaPair };

function* findPropertyChanges(
  flow: MessageFlow,
  comparison: Comparison,
  { schemas, step }: PropertyComparison,
): Iterable<SchemaChange> {
  const { at } = step;
  const names = { old: listPropertyNames(schemas.old), new: listPropertyNames(schemas.new) };
  // If one side declares no properties, containment covers the change.
  if (names.old.size === 0 || names.new.size === 0) return;
  const isDeclaredAnywhere = (side: "old" | "new", name: string): boolean =>
    step[side].some((pointer) => listPropertyNames(comparison[side].schemas.model.possible(pointer)).has(name));
  for (const [name, pointer] of names.new)
    if (flow.added !== undefined && !isDeclaredAnywhere("old", name))
      yield {
        ...createPropertyChange(flow.added, name, at),
        message: `${at}/${name} was added`,
        ...getPropertiesPointer("old", schemas.old),
        new: pointer,
      };
  for (const [name, pointer] of names.old) {
    if (flow.removed !== undefined && !isDeclaredAnywhere("new", name))
      yield {
        ...createPropertyChange(flow.removed, name, at),
        message: `${at}/${name} was removed; ${flow.name === "request" ? KEEP_WORKING : KEEP_SENDING}`,
        old: pointer,
        ...getPropertiesPointer("new", schemas.new),
      };
    if (!names.new.has(name)) continue;
    if (flow.directionKeyword !== undefined) yield* findAnnotationChanges(flow.directionKeyword, schemas, name, at);
    if (flow.deprecated !== undefined)
      yield* findAnnotationChanges({ keyword: "deprecated", code: flow.deprecated }, schemas, name, at);
  }
}

const KEEP_WORKING = "keep it, marked as deprecated, if it still has an effect";
const KEEP_SENDING = "keep it, marked as deprecated, to stay compatible";

function createPropertyChange(
  code: SchemaChange["code"],
  name: string,
  at: string,
): Pick<SchemaChange, "code" | "subject" | "at"> {
  return { code, subject: name, at: `${at}/${name}` };
}

function* findAnnotationChanges(
  { keyword, code }: { readonly keyword: string; readonly code: SchemaChange["code"] },
  schemas: BranchPair,
  name: string,
  at: string,
): Iterable<SchemaChange> {
  const findAnnotated = (list: readonly ApplicableSchema[]): ApplicableSchema | undefined =>
    list.find(({ schema: { properties } }) => {
      const property = isObject(properties) ? properties[name] : undefined;
      return isObject(property) && property[keyword] === true;
    });
  const match = findAnnotated(schemas.new);
  if (match === undefined || findAnnotated(schemas.old) !== undefined) return;
  const [before] = findDeclarations(schemas.old, name);
  if (before === undefined) return;
  const place = joinPointer(match.pointer, "properties", name, keyword);
  yield { code, message: `${at}/${name} is now ${keyword}`, old: before, new: place, at: `${at}/${name}` };
}

/** The `properties` keyword that would declare a property. */
function getPropertiesPointer(side: "old" | "new", schemas: readonly ApplicableSchema[]): Partial<Pair<Pointer>> {
  const schema = schemas.find(({ schema }) => isObject(schema.properties));
  return schema === undefined ? {} : { [side]: joinPointer(schema.pointer, "properties") };
}

const listPropertyNames = memoizeByObject((schemas: readonly ApplicableSchema[]): ReadonlyMap<string, Pointer> => {
  const names = new Map<string, Pointer>();
  for (const { pointer, schema } of schemas)
    for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
      if (property !== false && !names.has(name)) names.set(name, joinPointer(pointer, "properties", name));
  return names;
});

function findDeclarations(schemas: readonly ApplicableSchema[], name: string): Pointer[] {
  const found: Pointer[] = [];
  for (const { pointer, schema } of schemas)
    if (isObject(schema.properties) && Object.hasOwn(schema.properties, name))
      found.push(joinPointer(pointer, "properties", name));
  return found;
}

function* findEnumChanges(flow: MessageFlow, schemas: BranchPair, at: string): Iterable<SchemaChange> {
  const [old, next] = [readExtensibleEnum(schemas.old), readExtensibleEnum(schemas.new)];
  if (flow.enumChanged === undefined || old === undefined || next === undefined) return;
  const [sent, known] = flow.sender === "old" ? [old, next] : [next, old];
  const missing = sent.values.filter((value) => !known.values.includes(value));
  if (missing.length === 0) return;
  const change = flow.sender === "old" ? "removed from" : "added to";
  const list = missing.map((value) => JSON.stringify(value)).join(", ");
  const message = `${at === "" ? "" : `${at}: `}${list} ${missing.length === 1 ? "was" : "were"} ${change} ${EXTENSIBLE_ENUM}`;
  yield { code: flow.enumChanged, message, old: old.pointer, new: next.pointer, at };
}

function readExtensibleEnum(
  schemas: readonly ApplicableSchema[],
): { readonly pointer: Pointer; readonly values: readonly Json[] } | undefined {
  const listing = schemas.filter(({ schema }) => Array.isArray(schema[EXTENSIBLE_ENUM]));
  const [first] = listing;
  if (first === undefined) return undefined;
  return {
    pointer: joinPointer(first.pointer, EXTENSIBLE_ENUM),
    values: listing.flatMap(({ schema }) => asArray(schema[EXTENSIBLE_ENUM])),
  };
}

const EXTENSIBLE_ENUM = "x-extensible-enum";

/** Pairs the properties and items that both schemas declare. */
function* listChildPairs({ old, new: next }: BranchPair): Iterable<SchemaPair> {
  for (const name of listPropertyNames(old).keys()) {
    const [before, after] = [findDeclarations(old, name), findDeclarations(next, name)];
    if (after.length > 0) yield { old: before, new: after, at: `/${name}` };
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const [before, after] = [listSubschemas(old, keyword), listSubschemas(next, keyword)];
    if (before.length > 0 && after.length > 0) yield { old: before, new: after, at: "/*" };
  }
}

function listSubschemas(schemas: readonly ApplicableSchema[], keyword: string): Pointer[] {
  return schemas.flatMap(({ pointer, schema }) => (isObject(schema[keyword]) ? [joinPointer(pointer, keyword)] : []));
}

/** Pairs the branches that stand for the same. */
function* listAlternativePairs(comparison: Comparison, schemas: BranchPair): Iterable<SchemaPair> {
  const [old, next] = [listAlternatives(comparison.old, schemas.old), listAlternatives(comparison.new, schemas.new)];
  for (const [branch, partner] of matchBranches(old, next, comparison.isSameWithAnnotations))
    yield { old: [branch.pointer], new: [partner.pointer], at: "" };
}

function listAlternatives(spec: VersionedDocument, schemas: readonly ApplicableSchema[]): readonly SchemaRef[] {
  return schemas.flatMap(({ pointer, schema }) =>
    ["oneOf", "anyOf"].flatMap((keyword) =>
      asArray(schema[keyword]).map((_, index) => ({ spec, pointer: joinPointer(pointer, keyword, index) })),
    ),
  );
}

/** A changed keyword that validation does not use. */
type KeywordChange = {
  readonly code: DiffCode;
  readonly message: string;
  readonly old: Pointer;
  readonly new: Pointer;
  readonly at: string;
};

/** Finds changes of keywords that reject no value: defaults, discriminators, encodings and unknown formats. */
function* findKeywordChanges(schemas: Pair<readonly ApplicableSchema[]>, at: string): Iterable<KeywordChange> {
  for (const keyword of NON_VALIDATING_KEYWORDS) {
    const values = { old: readKeyword(schemas.old, keyword), new: readKeyword(schemas.new, keyword) };
    yield* createChange("keyword.changed", { keyword, at }, values);
  }
  const formats = { old: readKeyword(schemas.old, "format"), new: readKeyword(schemas.new, "format") };
  if ([formats.old, formats.new].every(({ value }) => !isAsserted(value)))
    yield* createChange("keyword.changed", { keyword: "format", at }, formats);
  const tags = { old: readKeyword(schemas.old, "discriminator"), new: readKeyword(schemas.new, "discriminator") };
  const code = keepsTags(tags) ? "keyword.changed" : "discriminator.changed";
  yield* createChange(code, { keyword: "discriminator", at }, tags);
}

type KeywordValue = { readonly value: Json | undefined; readonly pointer: Pointer };

/** The value of the first schema that has the keyword, and where it is or could be. */
function readKeyword(schemas: readonly ApplicableSchema[], keyword: string): KeywordValue {
  const holder = schemas.find(({ schema }) => schema[keyword] !== undefined);
  if (holder !== undefined) return { value: holder.schema[keyword], pointer: joinPointer(holder.pointer, keyword) };
  return { value: undefined, pointer: schemas.find(({ schema }) => isObject(schema))?.pointer ?? "" };
}

function* createChange(
  code: DiffCode,
  { keyword, at }: { readonly keyword: string; readonly at: string },
  { old, new: next }: Pair<KeywordValue>,
): Iterable<KeywordChange> {
  const isSet = old.value !== undefined && next.value !== undefined;
  if (isSet ? isSameJson(old.value, next.value) : old.value === next.value) return;
  const change = `${keyword} changed from ${formatValue(old.value)} to ${formatValue(next.value)}`;
  yield { code, message: at === "" ? change : `${at}: ${change}`, old: old.pointer, new: next.pointer, at };
}

function isAsserted(format: Json | undefined): boolean {
  return typeof format === "string" && FORMAT_VALIDATORS[format] !== undefined;
}

/** Whether every tag, and every value without one, still stands for the schema of the same name; further tags may be added. */
function keepsTags({ old, new: next }: Pair<KeywordValue>): boolean {
  const [before, after] = [asObject(old.value), asObject(next.value)];
  if (before === undefined) return true;
  if (after === undefined || before.propertyName !== after.propertyName) return false;
  if (getSchemaName(before.defaultMapping) !== getSchemaName(after.defaultMapping)) return false;
  const [tags, others] = [readMapping(before), readMapping(after)];
  return Object.entries(tags).every(([tag, target]) => getSchemaName(others[tag] ?? tag) === getSchemaName(target));
}

function readMapping({ mapping }: JsonObject): JsonObject {
  return asObject(mapping) ?? {};
}

function getSchemaName(target: Json | undefined): string {
  return String(target).replace(/^.*\//, "");
}

const MAX_LENGTH = 80;

export function formatValue(value: Json | undefined): string {
  if (value === undefined) return "(unset)";
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
