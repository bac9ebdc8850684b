import {
  asObject,
  getOrCreate,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  memoize,
  memoizeByObject,
  type Pointer,
  parentPointer,
} from "../document/index.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { createUndeclaredCollector, FORMAT_VALIDATORS, isEqual, type MergedSchema } from "../schema/index.js";
import type { ApplicableSchema } from "../schema/model/applicable-schema.js";
import { resolveDiscriminator } from "../schema/registry/discriminator.js";
import { NULL_ALLOWED } from "../schema/registry/normalize-schema.js";
import type { DiffCode } from "./codes.js";
import {
  type ComparedSchemas,
  type Comparison,
  createExclusionTest,
  NON_VALIDATING_KEYWORDS,
  type OperationPart,
  type Pair,
  type SchemaPointers,
} from "./comparison.js";
import { once } from "./containment/create-violation.js";
import { matchBranches } from "./containment/match-branches.js";
import { ANY_TOKEN } from "./containment/prover.js";
import { getRefText, type SchemaRef, type VersionedDocument } from "./containment/schemas/versioned-document.js";
import { type DiffFindingDraft, formatValue } from "./finding.js";
import type { MessageFlow } from "./message-flow.js";

type SchemaChange = Omit<DiffFindingDraft, "affected"> & { readonly at: string };

/**
 * Finds changes that containment does not cover, by walking both schemas in parallel: properties added to or removed from
 * open objects, and changed extensible enums. It also finds properties that became read-only, write-only or deprecated.
 */
export function* findSchemaChanges(
  comparison: Comparison,
  flow: MessageFlow,
  { isSent = false, ...pointers }: ComparedSchemas,
): Iterable<SchemaChange> {
  if (pointers.old === undefined || pointers.new === undefined) return;
  const seen = new Set<WalkStep>();
  const rest: SchemaPair[] = [{ old: [pointers.old], new: [pointers.new], at: "", isSent }];
  for (let pair = rest.pop(); pair !== undefined; pair = rest.pop()) {
    const { at, isSent: isPairSent } = pair;
    const step = getStep(comparison, flow, pair);
    if (seen.has(step)) continue;
    seen.add(step);
    for (const change of step.changes) yield { ...change, at: `${at}${change.at}` };
    for (const child of step.children) rest.push({ isSent: isPairSent, ...child, at: `${at}${child.at}` });
  }
}

/** What a pair of schemas contributes to a walk, wherever it is: its own changes, and the pairs below it. */
type WalkStep = { readonly changes: readonly SchemaChange[]; readonly children: readonly SchemaPair[] };

const getKnownSteps = memoizeByObject((_: Comparison) => memoize((_flow: MessageFlow) => new Map<string, WalkStep>()));

function getStep(comparison: Comparison, flow: MessageFlow, pair: SchemaPair): WalkStep {
  const key = `${pair.old.join()} ${pair.new.join()} ${pair.isSent}`;
  return getOrCreate(getKnownSteps(comparison)(flow), key, () => {
    if (isSameSchema(comparison, pair)) return { changes: [], children: [] };
    const schemas = getMergedPair(comparison, pair);
    const children = [...listChildPairs(comparison, flow, schemas), ...listAlternativePairs(comparison, schemas)];
    return { changes: [...findOwnChanges(comparison, flow, pair)], children };
  });
}

/** Finds the changes of a pair of schemas, without those of the schemas below. */
function* findOwnChanges(comparison: Comparison, flow: MessageFlow, pair: SchemaPair): Iterable<SchemaChange> {
  const schemas = getMergedPair(comparison, pair);
  yield* findEnumChanges(flow, schemas);
  yield* findKeywordChanges(flow, schemas, pair.isSent);
  yield* findNullChange(comparison, flow, pair);
  yield* findPropertyChanges(comparison, flow, pair);
}

/** The schemas that always apply; branches are walked separately. */
function getMergedPair(comparison: Comparison, pair: SchemaPair): MergedPair {
  return { old: comparison.old.schemas.model.at(pair.old), new: comparison.new.schemas.model.at(pair.new) };
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

type SchemaPair = Pair<readonly Pointer[]> & Pick<ComparedSchemas, "isSent"> & { readonly at: string };
type MergedPair = Pair<MergedSchema>;

function* findPropertyChanges(comparison: Comparison, flow: MessageFlow, pair: SchemaPair): Iterable<SchemaChange> {
  const schemas = getMergedPair(comparison, pair);
  const [old, next] = [schemas.old.applicableSchemas, schemas.new.applicableSchemas];
  const names = { old: listPropertyNames(old), new: listPropertyNames(next) };
  // If one side declares no properties, containment covers the change.
  if (names.old.size === 0 || names.new.size === 0) return;
  const isExcluded = createExclusionTest(comparison, flow, schemas);
  const isDeclaredAnywhere = (side: "old" | "new", name: string): boolean =>
    pair[side].some((pointer) => listPropertyNames(comparison[side].schemas.model.possible(pointer)).has(name));
  for (const [name, pointer] of names.new)
    if (flow.added !== undefined && !isDeclaredAnywhere("old", name) && !isExcluded("new", name))
      yield {
        ...{ code: flow.added, subject: name, at: `/${name}`, change: "was added" },
        ...getPropertiesPointer("old", schemas.old),
        new: pointer,
      };
  for (const [name, pointer] of names.old) {
    if (flow.removed !== undefined && !isDeclaredAnywhere("new", name) && !isExcluded("old", name))
      yield {
        ...{ code: flow.removed, subject: name, at: `/${name}` },
        ...{ change: "was removed", advice: flow.name === "request" ? KEEP_WORKING : KEEP_SENDING },
        old: pointer,
        ...getPropertiesPointer("new", schemas.new),
      };
    if (!names.new.has(name) || (isExcluded("old", name) && isExcluded("new", name))) continue;
    yield* findStatedChanges(flow, schemas, name);
  }
}

const KEEP_WORKING = "keep it, marked as deprecated, if it still has an effect";
const KEEP_SENDING = "keep it, marked as deprecated, to stay compatible";

/** The changes of what a property is: read-only or write-only, and deprecated. */
function* findStatedChanges(flow: MessageFlow, schemas: MergedPair, name: string): Iterable<SchemaChange> {
  const { directionKeyword: excluded, added, deprecated } = flow;
  for (const { keyword, code, removed } of [
    ...(excluded === undefined ? [] : [{ ...excluded, removed: added }]),
    ...(deprecated === undefined ? [] : [{ keyword: "deprecated", code: deprecated, removed: undefined }]),
  ]) {
    const [old, next] = [schemas.old, schemas.new].map((it) => findAnnotated(it, name, keyword));
    if ((old === undefined) === (next === undefined)) continue;
    const [[before], [after]] = [findDeclarations(schemas.old, name), findDeclarations(schemas.new, name)];
    const texts =
      keyword === "deprecated" ? { change: "is now deprecated" } : describeDirection(schemas, name, keyword);
    if (next !== undefined && before !== undefined) yield { code, ...texts, old: before, new: next, at: `/${name}` };
    if (old !== undefined && after !== undefined && removed !== undefined)
      yield { code: removed, change: `is no longer ${keyword}`, old, new: after, at: `/${name}` };
  }
}

/** What is required as before is missing because of the keyword alone. */
function describeDirection({ old, new: next }: MergedPair, name: string, keyword: string) {
  const isMadeOptional = old.constraints.required.has(name) && !next.constraints.required.has(name);
  const [addition, more] = isMadeOptional ? [" and optional", "keep it required and "] : ["", ""];
  return { change: `is now ${keyword}${addition}`, advice: `${more}leave ${keyword} out to stay compatible` };
}

function findAnnotated({ applicableSchemas }: MergedSchema, name: string, keyword: string): Pointer | undefined {
  const holder = applicableSchemas.find(({ schema: { properties } }) => {
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) && property[keyword] === true;
  });
  return holder && joinPointer(holder.pointer, "properties", name, keyword);
}

/** The `properties` keyword that would declare a property. */
function getPropertiesPointer(side: "old" | "new", { properties }: MergedSchema): Partial<Pair<Pointer>> {
  return properties === undefined ? {} : { [side]: properties };
}

const listPropertyNames = memoizeByObject((schemas: readonly ApplicableSchema[]): ReadonlyMap<string, Pointer> => {
  const names = new Map<string, Pointer>();
  for (const { pointer, schema } of schemas)
    for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
      if (property !== false && !names.has(name)) names.set(name, joinPointer(pointer, "properties", name));
  return names;
});

function findDeclarations({ applicableSchemas }: MergedSchema, name: string): Pointer[] {
  return applicableSchemas.flatMap(({ pointer, schema: { properties } }) =>
    isObject(properties) && Object.hasOwn(properties, name) ? [joinPointer(pointer, "properties", name)] : [],
  );
}

function* findEnumChanges(flow: MessageFlow, schemas: MergedPair): Iterable<SchemaChange> {
  const [old, next] = [schemas.old.extensible, schemas.new.extensible];
  if (flow.enumChanged === undefined || old === undefined || next === undefined) return;
  const [sent, understood] = flow.sender === "old" ? [old, next] : [next, old];
  const missing = [...sent.known].filter((value) => !understood.known.has(value));
  if (missing.length === 0) return;
  const list = missing.map((value) => serializeExactJson(value)).join(", ");
  const verb = `${missing.length === 1 ? "was" : "were"} ${flow.sender === "old" ? "removed from" : "added to"}`;
  yield {
    code: flow.enumChanged,
    change: `${list} ${verb} ${EXTENSIBLE_ENUM}`,
    old: old.pointer,
    new: next.pointer,
    at: "",
  };
}

const EXTENSIBLE_ENUM = "x-extensible-enum";

/** Pairs the properties and items that both schemas declare, and send in the direction of the messages. */
function* listChildPairs(comparison: Comparison, flow: MessageFlow, schemas: MergedPair): Iterable<SchemaPair> {
  const { old, new: next } = schemas;
  const isExcluded = createExclusionTest(comparison, flow, schemas);
  for (const name of listPropertyNames(old.applicableSchemas).keys()) {
    if (isExcluded("old", name) || isExcluded("new", name)) continue;
    const [before, after] = [findDeclarations(old, name), findDeclarations(next, name)];
    const isSent = old.constraints.required.has(name);
    if (after.length > 0) yield { old: before, new: after, at: `/${name}`, isSent };
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const [before, after] = [listSubschemas(old, keyword), listSubschemas(next, keyword)];
    if (before.length > 0 && after.length > 0) yield { old: before, new: after, at: "/*", isSent: true };
  }
}

function listSubschemas({ applicableSchemas }: MergedSchema, keyword: string): Pointer[] {
  return applicableSchemas.flatMap(({ pointer, schema }) =>
    isObject(schema[keyword]) ? [joinPointer(pointer, keyword)] : [],
  );
}

/** Pairs the branches that stand for the same. */
function* listAlternativePairs(comparison: Comparison, schemas: MergedPair): Iterable<SchemaPair> {
  const [old, next] = [listAlternatives(comparison.old, schemas.old), listAlternatives(comparison.new, schemas.new)];
  for (const [branch, partner] of matchBranches(old, next, comparison.isSameWithAnnotations))
    yield { old: [branch.pointer], new: [partner.pointer], at: "" };
}

function listAlternatives(spec: VersionedDocument, { choices }: MergedSchema): readonly SchemaRef[] {
  const alternatives = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
  return alternatives.map((pointer) => ({ spec, pointer }));
}

/** Finds changes of keywords that reject no value: defaults, discriminators, encodings and unknown formats. */
function* findKeywordChanges(flow: MessageFlow, schemas: MergedPair, isSent = false): Iterable<SchemaChange> {
  for (const keyword of NON_VALIDATING_KEYWORDS) {
    const values = { old: readKeyword(schemas.old, keyword), new: readKeyword(schemas.new, keyword) };
    const [before, after] = [values.old.value, values.new.value].map(formatUnquoted);
    const isReplaced = before !== undefined && after !== undefined && before !== after;
    const code = keyword === "default" && isReplaced && !isSent ? flow.defaultChanged : undefined;
    yield* createChange(code ?? "keyword.changed", keyword, values);
  }
  const formats = { old: readKeyword(schemas.old, "format"), new: readKeyword(schemas.new, "format") };
  const kinds = [schemas.old, schemas.new].map(getStringKind);
  const isOther = kinds.includes("bytes") && kinds.includes("text");
  const [validator, other] = [formats.old, formats.new].map(({ value }) => FORMAT_VALIDATORS[String(value)]);
  if (validator === other) yield* createChange(isOther ? "format.changed" : "keyword.changed", "format", formats);
  const tags = { old: readKeyword(schemas.old, "discriminator"), new: readKeyword(schemas.new, "discriminator") };
  const code = keepsTags(tags) ? "keyword.changed" : "discriminator.changed";
  yield* createChange(code, "discriminator", tags);
}

/** Finds that one side documents null, and the other accepts it as drift, because `nullable` has no effect there. */
function* findNullChange(comparison: Comparison, { sender, direction, ...flow }: MessageFlow, pair: SchemaPair) {
  const { old: before, new: after } = getMergedPair(comparison, pair);
  if ([before, after].every((it) => readKeyword(it, NULL_ALLOWED).value === undefined)) return;
  const [old, next] = (["old", "new"] as const).map((side) => {
    const { schemas } = comparison[side];
    if (!pair[side].every((pointer) => schemas.isValid(pointer, direction, null))) return "refused";
    const drift = pair[side].flatMap((pointer) => createUndeclaredCollector(schemas)(pointer, direction, null));
    return drift.find(({ kind }) => kind === "null-undocumented")?.pointer;
  });
  if (old === "refused" || next === "refused" || (old === undefined) === (next === undefined)) return;
  const [side, verb] = next === undefined ? ["old", "now"] : ["new", "no longer"];
  yield {
    code: side === sender ? flow.compatible : flow.undecided,
    change: `null is ${verb} documented`,
    advice: `it is drift in the ${side} spec, where nullable has no effect`,
    ...{ old: old ?? pair.old[0] ?? "", new: next ?? pair.new[0] ?? "", at: "" },
  };
}

/** Formats a default as a parameter is written: 1, "1" and [1] are the same text. */
function formatUnquoted(value: Json | undefined): string | undefined {
  if (Array.isArray(value) && value.length === 1) return formatUnquoted(value[0]);
  return typeof value === "string" || value === undefined ? value : serializeExactJson(value);
}

/** Whether generated clients have bytes or a text for a string; since 3.1, a media type without an encoding means bytes, too. */
function getStringKind(schema: MergedSchema): "bytes" | "text" | undefined {
  const read = (keyword: string): Json | undefined => readKeyword(schema, keyword).value;
  if (![read("type")].flat().includes("string")) return undefined;
  return read("format") === "binary" || read("contentMediaType") !== undefined ? "bytes" : "text";
}

/** Shows by a value of the part that a changed discriminator breaks the receiver, or says that no value does. */
export function showDiscriminatorChange(
  comparison: Comparison,
  { flow, part }: { readonly flow: MessageFlow; readonly part: OperationPart },
  pointers: SchemaPointers,
  change: SchemaChange,
): SchemaChange {
  if (![change.old, change.new].some((pointer = "") => lastToken(pointer) === "discriminator")) return change;
  const { sender, direction } = flow;
  const receiver = sender === "old" ? "new" : "old";
  const accepts = (side: "old" | "new", pointer: Pointer | undefined, value: Json): boolean =>
    pointer !== undefined && comparison[side].schemas.isValid(pointer, direction, value);
  const around = once(() => (change.at === "" ? [null] : comparison.makeValues(flow, pointers[sender] ?? "")));
  for (const misread of listMisreadValues(comparison, flow, { old: change.old ?? "", new: change.new ?? "" }))
    for (const sample of around()) {
      const value = replaceAt(sample as Json, change.at.split("/").slice(1), misread);
      // What the schemas alone refuse is reported as their violation.
      if (!accepts(sender, pointers[sender], value) || !accepts(receiver, pointers[receiver], value)) continue;
      return {
        ...change,
        code: flow.breaking.schema,
        advice: "a tag stands for no schema or for one that rejects the value. Keep the old tags to stay compatible",
        counterexample: { value, ...part, acceptedBy: sender, rejectedBy: receiver },
      };
    }
  if (change.code !== "discriminator.changed") return change;
  return { ...change, advice: "no value was found that the schema of its tag rejects" };
}

/** Makes values that the sender's discriminator leads to a schema, and the receiver's to none, or to one that rejects them. */
function* listMisreadValues(comparison: Comparison, flow: MessageFlow, keywords: Pair<Pointer>): Iterable<JsonObject> {
  const { sender, direction } = flow;
  const receiver = sender === "old" ? "new" : "old";
  const read = (side: "old" | "new"): JsonObject | undefined =>
    lastToken(keywords[side]) === "discriminator" ? asObject(comparison[side].at(keywords[side])) : undefined;
  const discriminators = { old: read("old"), new: read("new") };
  const findTarget = (side: "old" | "new", value: Json): Pointer | undefined =>
    resolveDiscriminator(comparison[side].root, discriminators[side], value);
  const isRead = (side: "old" | "new", value: Json): boolean => {
    const target = findTarget(side, value);
    return target !== undefined && comparison[side].schemas.isValid(target, direction, value);
  };
  const { propertyName, mapping } = discriminators[sender] ?? {};
  if (typeof propertyName !== "string" || discriminators[receiver] === undefined) return;
  const holder = comparison[sender].schemas.model.at([parentPointer(keywords[sender])]);
  const names = listAlternatives(comparison[sender], holder).map((it) => lastToken(String(getRefText(it))));
  // What changed in a schema that a tag still stands for is reported there.
  const getName = (side: "old" | "new", tag: string): string =>
    lastToken(findTarget(side, { [propertyName]: tag }) ?? "");
  const tags = [...Object.keys(asObject(mapping) ?? {}), ...names];
  for (const tag of tags.filter((it) => getName(sender, it) !== getName(receiver, it))) {
    const target = findTarget(sender, { [propertyName]: tag });
    for (const value of target === undefined ? [] : comparison.makeValues(flow, target)) {
      const tagged = isObject(value) ? { ...value, [propertyName]: tag } : undefined;
      if (tagged !== undefined && isRead(sender, tagged) && !isRead(receiver, tagged)) yield tagged;
    }
  }
}

/** Puts a value at a path of another one; `*` stands for any member. What is missing on the way is an object. */
function replaceAt(value: Json, [token, ...rest]: readonly string[], inner: Json): Json {
  if (token === undefined) return inner;
  if (Array.isArray(value)) return (value.length === 0 ? [null] : value).map((it: Json) => replaceAt(it, rest, inner));
  const members = asObject(value) ?? {};
  const [first = "name"] = token === ANY_TOKEN ? Object.keys(members) : [token];
  return { ...members, [first]: replaceAt(members[first] ?? null, rest, inner) };
}

type KeywordValue = { readonly value: Json | undefined; readonly pointer: Pointer };

/** The value of the first schema that has the keyword, and where it is or could be. */
function readKeyword({ applicableSchemas }: MergedSchema, keyword: string): KeywordValue {
  const holder = applicableSchemas.find(({ schema }) => schema[keyword] !== undefined);
  if (holder !== undefined) return { value: holder.schema[keyword], pointer: joinPointer(holder.pointer, keyword) };
  return { value: undefined, pointer: applicableSchemas.find(({ schema }) => isObject(schema))?.pointer ?? "" };
}

function* createChange(
  code: DiffCode,
  keyword: string,
  { old, new: next }: Pair<KeywordValue>,
): Iterable<SchemaChange> {
  const change = [...listDifferences(keyword, old.value, next.value)].join(", ");
  if (change !== "") yield { code, change, old: old.pointer, new: next.pointer, at: "" };
}

/** Lists the members of two values that differ, or the values as a whole. */
function* listDifferences(name: string, old: Json | undefined, next: Json | undefined): Iterable<string> {
  if (isObject(old) && isObject(next))
    for (const member of new Set([...Object.keys(old), ...Object.keys(next)]))
      yield* listDifferences(`${name}.${member}`, old[member], next[member]);
  else if (old === undefined && next !== undefined) yield `${name} ${formatValue(next)} was added`;
  else if (old !== undefined && next === undefined) yield `${name} ${formatValue(old)} was removed`;
  else if (old !== undefined && next !== undefined && !isEqual(old, next))
    yield `${name} changed from ${formatValue(old)} to ${formatValue(next)}`;
}

/** Whether every tag, and every value without one, still stands for the schema of the same name; further tags may be added. */
function keepsTags({ old, new: next }: Pair<KeywordValue>): boolean {
  const [before, after] = [asObject(old.value), asObject(next.value)];
  if (before === undefined) return true;
  if (after === undefined || before.propertyName !== after.propertyName) return false;
  if (getSchemaName(before.defaultMapping) !== getSchemaName(after.defaultMapping)) return false;
  const [tags, others] = [asObject(before.mapping) ?? {}, asObject(after.mapping) ?? {}];
  return Object.entries(tags).every(([tag, target]) => getSchemaName(others[tag] ?? tag) === getSchemaName(target));
}

function getSchemaName(target: Json | undefined): string {
  return String(target).replace(/^.*\//, "");
}
