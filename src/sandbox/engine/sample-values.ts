import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  memoizeByObject,
  memoizeByPair,
  type Pointer,
  parsePointer,
  setMember,
  valueAt,
} from "../../document/index.js";
import { isIdName, REFERENCE_WORDS, splitWords } from "../../resources/index.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { STATE_NAME, TIME_NAME } from "../../resources/resource-facts.js";
import { listBodyExamples } from "../../samples/example-values.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import { makeRealisticValue } from "../../samples/realistic-values.js";
import { computeWithinLimits } from "../../samples/schema-limit-error.js";
import { UUID_FORMATS } from "../../schema/formats/formats.js";
import {
  createUndeclaredCollector,
  type MergedSchema,
  type MessageDirection,
  type Schemas,
} from "../../schema/index.js";
import { getDiscriminatorTags } from "../../schema/model/discriminator-tags.js";
import { createNumberSequence, deriveBytes, deriveUuid } from "../context/derived-ids.js";

/** A complete valid value of a schema, or the smallest one; undefined if none is found. The same spec gives the same value. */
export function makeSample(schemas: Schemas, schema: Pointer, direction: MessageDirection = "response") {
  return makeNodeSample(schemas, schemas.model.at([schema]), direction);
}

function makeNodeSample(schemas: Schemas, node: MergedSchema, direction: MessageDirection): Json | undefined {
  const known = getKnownSamples(schemas);
  const key = `${direction} ${node.pointers.join(" ")}`;
  if (known.has(key)) return known.get(key);
  const value = makeRealisticValue({ schemas, direction }, node)?.value as Json | undefined;
  known.set(key, value);
  return value;
}

const getKnownSamples = memoizeByObject((_: Schemas) => new Map<string, Json | undefined>());

/** A sample of a record, and its schema: of one branch of `oneOf` and `anyOf` after the other, beginning with that of `makeSample`. */
export function makeSampleInTurn(schemas: Schemas, schema: Pointer, index: number) {
  const merged = schemas.model.at([schema]);
  const first = makeNodeSample(schemas, merged, "response");
  const kinds = listKinds(schemas, merged)
    .filter((it) => isObject(makeNodeSample(schemas, it, "response")))
    .toSorted((a, b) => Number(isValidFor(schemas, b, first)) - Number(isValidFor(schemas, a, first)));
  const node = kinds[index % kinds.length] ?? merged;
  return { node, sample: makeNodeSample(schemas, node, "response") };
}

/**
 * The merged schema of an object with the branches of `oneOf` and `anyOf` that fit what is known of it, what the schema allows of that, and
 * a sample, without and with that. What a discriminator, `const` or `enum` says decides between branches before anything else.
 */
export function chooseBranches(schemas: Schemas, merged: MergedSchema, known: JsonObject) {
  const complete = (node: MergedSchema) => {
    const forbidden = node.pointers.flatMap((it) => listForbidden(schemas, it, known));
    const allowed = forbidden.reduce<Json>((it, at) => setMember(it, parsePointer(at), undefined), known) as JsonObject;
    const sample = makeNodeSample(schemas, node, "response");
    const members = Object.entries(allowed).map(([name, value]): [string, Json] => {
      const child = isObject(value) ? schemas.model.child(node, name) : null;
      const isPart = child !== null && isObject(value) && !isValidFor(schemas, child, value);
      return [name, isPart ? chooseBranches(schemas, child, value).completed : value];
    });
    const completed = { ...(isObject(sample) ? sample : {}), ...Object.fromEntries(members) };
    const declared = Object.keys(allowed).filter((name) => schemas.model.child(node, name) !== null);
    return { node, sample, allowed, completed, losses: forbidden.length, matches: declared.length };
  };
  const kinds = listKinds(schemas, merged);
  const named = kinds.filter((it) => isOfKind(schemas, it, known));
  const candidates = (named.length > 0 ? named : kinds)
    .map(complete)
    .toSorted((a, b) => a.losses - b.losses || b.matches - a.matches);
  const fitting = candidates.find(({ node, completed }) => isValidFor(schemas, node, completed));
  return fitting ?? (named.length > 0 ? candidates[0] : undefined) ?? complete(merged);
}

/** The merged schema with one branch of each `oneOf` and `anyOf`, also of those in branches, for each kind of value that it has. */
const listKinds = memoizeByPair(({ model }: Schemas, merged: MergedSchema) => {
  let left = MAX_KINDS;
  const listFrom = (node: MergedSchema, taken: MergedSchema["choices"]): readonly MergedSchema[] => {
    const next = node.choices.find((it) => it.kind === "branches" && !taken.includes(it));
    if (next?.kind === "branches" && left > 0)
      return next.branches.flatMap((it) => listFrom(model.extend(node, [it]), [...taken, next]));
    left -= 1;
    return [node];
  };
  return listFrom(merged, []);
});

/** Each needs a sample. More branches of one choice are rare, but several choices multiply. */
const MAX_KINDS = 100;

/** Whether an object can be of a kind: its members have the values that a discriminator, `const` or `enum` lists for it. */
function isOfKind(schemas: Schemas, node: MergedSchema, known: JsonObject): boolean {
  const isListed = ([name, value]: readonly [string, Json]): boolean => {
    const child = isObject(value) ? null : schemas.model.child(node, name);
    return child?.constraints.enumValues === undefined || isValidFor(schemas, child, value);
  };
  const hasTags = getDiscriminatorTags(schemas.model).hasTags(node, known);
  return node.constraints.types?.includes("object") !== false && hasTags && Object.entries(known).every(isListed);
}

export function listValidExamples(schemas: Schemas, media: MediaTypeDefinition, direction: MessageDirection) {
  return listBodyExamples({ schemas }, media)
    .map(({ value }) => value as Json)
    .filter((it) => media.schema === undefined || isValid(schemas, media.schema, it, direction));
}

/** Whether a value is valid. A schema that cannot be checked accepts nothing. */
export function isValid(schemas: Schemas, schema: Pointer, value: unknown, direction: MessageDirection = "response") {
  return isValidForSchemas({ schemas, direction }, { pointers: [schema] }, value);
}

/** Whether a value is valid for a property; anything is for one without a schema. */
export function isValidFor(schemas: Schemas, node: MergedSchema | null, value: unknown): boolean {
  return node === null || isValidForSchemas({ schemas, direction: "response" }, node, value);
}

/** A value without what the checker reports in responses: write-only and undeclared properties, and null where it is not documented. */
export function dropExcluded(schemas: Schemas, schema: Pointer, value: Json): Json {
  const kinds = ["undeclared", "write-only", "null-undocumented"];
  const listExcluded = (): readonly Pointer[] => {
    const conformity = schemas.assess(schema, "response", value);
    if (conformity === "documented") return [];
    const found = createUndeclaredCollector(schemas)(schema, "response", value);
    const forbidden = conformity === "invalid" ? listForbidden(schemas, schema, value) : [];
    return [...found.filter(({ kind }) => kinds.includes(kind)).map(({ instance }) => instance), ...forbidden];
  };
  return (computeWithinLimits(listExcluded) ?? []).reduce((kept, at) => {
    const without = setMember(kept, parsePointer(at), undefined);
    if (isValid(schemas, schema, without)) return without;
    // Only one branch of a required property is write-only.
    const nulled = setMember(kept, parsePointer(at), null);
    return isValid(schemas, schema, nulled) ? nulled : without;
  }, value);
}

/** The properties of a value that a schema excludes, outside the branches of `oneOf` and `anyOf`. */
function listForbidden(schemas: Schemas, schema: Pointer, value: Json): readonly Pointer[] {
  const violations = computeWithinLimits(() => schemas.validate(schema, "response", value)) ?? [];
  return violations.flatMap(({ instance, params }) => {
    const name = params.additionalProperty ?? params.unevaluatedProperty;
    return name === undefined ? [] : [joinPointer(instance, String(name))];
  });
}

/** Where a generated value comes from: the seed, and what distinguishes it from others. */
export type Source = { readonly seed: string; readonly purpose: string; readonly index: number };

/** A copy of a sample record in which what the spec leaves open differs from record to record. */
export function createVariant(schemas: Schemas, node: MergedSchema, sample: JsonObject, source: Source): JsonObject {
  const draw = createNumberSequence(source.seed, source.purpose, String(source.index));
  const entries = Object.entries(sample).map(([name, value], position): [string, Json] => {
    const child = schemas.model.child(node, name);
    if (child === null) return [name, value];
    if (getInitialValue(schemas, child, name, value) === null) return [name, null];
    const candidates = listVariants({ schemas, child, name, value, source, draw: draw(position) });
    return [name, candidates.find((it) => isValidFor(schemas, child, it)) ?? value];
  });
  const varied = Object.fromEntries(entries);
  return isValidForSchemas({ schemas, direction: "response" }, node, varied) ? varied : sample;
}

type Variation = {
  readonly schemas: Schemas;
  readonly child: MergedSchema;
  readonly name: string;
  readonly value: Json;
  readonly source: Source;
  readonly draw: number;
};

function listVariants({ draw, ...variation }: Variation): readonly Json[] {
  const { child, name, value, source } = variation;
  const { enumValues, extensibleValues } = child.constraints;
  const listed = enumValues ?? extensibleValues;
  if (listed.length > 0)
    return STATE_NAME.test(name) && source.index === 0 ? [] : [listed[draw % listed.length] as Json];
  if (typeof value === "boolean") return hasKeyword(child, "default") ? [] : [draw % 2 === 0];
  if (typeof value === "number") return [value + source.index];
  return typeof value === "string" && source.index > 0 ? listTextVariants(variation, value) : [];
}

/** Whether no two records have the same value of a property: a UUID, or a name such as `uid`, `slug` or `sequential_id`. */
export function isUnique({ constraints }: MergedSchema, name: string): boolean {
  return constraints.formats.some((it) => UUID_FORMATS.includes(it.value)) || isReferenceName(name);
}

function isReferenceName(name: string): boolean {
  return [...REFERENCE_WORDS, "number", "sequence"].includes(splitWords(name).at(-1) ?? "");
}

/** Another value for a property of which no two records have the same one; the given one if its schema allows no other. */
export function createUniqueValue(variation: TextVariation): Json {
  const { schemas, child, value, source } = variation;
  const texts = typeof value === "string" ? listTextVariants(variation, value) : [];
  const candidates = typeof value === "number" ? [source.index] : texts;
  return candidates.find((it) => isValidFor(schemas, child, it)) ?? value;
}

type TextVariation = Omit<Variation, "draw">;

function listTextVariants({ schemas, child, name, source }: TextVariation, value: string): readonly Json[] {
  const { formats, patterns } = child.constraints;
  const createForm = (): string => createVariantText(value, source, (it) => isValidFor(schemas, child, it));
  if (formats.some((it) => UUID_FORMATS.includes(it.value)))
    return [deriveUuid(source.seed, source.purpose, name, String(source.index))];
  const isNamedDate = formats.some((it) => /^date/.test(it.value)) || /^\d{4}-\d\d-\d\d(T\d\d:.*)?$/.test(value);
  const isDated = isNamedDate && !Number.isNaN(Date.parse(value));
  if (isDated) {
    const moved = new Date(Date.parse(value) + source.index * 86_400_000).toISOString();
    return [/^[^T]*$/.test(value) ? moved.slice(0, 10) : moved.replace(/\.000Z$/, "Z")];
  }
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return [value.replace("@", `${source.index + 1}@`)];
  if (hasKeyword(child, "example", "examples") && isReferenceName(name)) return [createForm()];
  if (KIND_NAME.test(name) || STATE_NAME.test(name)) return [];
  if (/^https?:\/\//.test(value)) return [`${value.replace(/\/$/, "")}/${source.index + 1}`, value];
  // What the spec gives is a value that records have. A text of several words can be another one.
  const isStated = hasKeyword(child, "default") || (hasKeyword(child, "example", "examples") && !value.includes(" "));
  if (isStated) return [];
  if (/^\d+\.\d+$/.test(value)) return [String(Number(value) + source.index)];
  if (formats.length > 0 || patterns.length > 0) return [createForm()];
  // Ids have no spaces. They and texts such as phone numbers often have a number at their end.
  const count = (number: string): string => `${Number(number) + source.index}`.padStart(number.length, "0");
  const separator = isReferenceName(name) ? "-" : " ";
  return [/\d$/.test(value) ? value.replace(/\d{1,9}$/, count) : `${value}${separator}${source.index + 1}`];
}

/** What a record is does not differ from record to record. */
const KIND_NAME = /(^|_)(type|kind|object)$|[a-z](Type|Kind)$/;

export function getDefault(node: MergedSchema | null): Json | undefined {
  return node?.applicableSchemas.find(({ schema }) => schema.default !== undefined)?.schema.default;
}

export function hasKeyword({ applicableSchemas }: MergedSchema, ...keywords: readonly string[]): boolean {
  return applicableSchemas.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined));
}

/** Another text with letters and digits at the same positions, as ids such as `cus_9s6XKzk` have them. What a pattern needs stays. */
export function createVariantText(text: string, source: Source, isAllowed: (variant: string) => boolean): string {
  const { seed, purpose, index } = source;
  const bytes = deriveBytes(seed, "text", purpose, String(index));
  const start = Math.max(0, text.length - bytes.length, text.lastIndexOf("_") + 1);
  const varied = text.split("").map((character, position) => {
    const byte = bytes[position - start];
    if (position < start || byte === undefined) return character;
    if (/[0-9]/.test(character)) return String(byte % 10);
    const letters = /[a-f]/.test(character) ? "abcdef" : "abcdefghijklmnopqrstuvwxyz";
    const letter = letters[byte % letters.length] ?? character;
    return /[a-z]/.test(character) ? letter : /[A-Z]/.test(character) ? letter.toUpperCase() : character;
  });
  const whole = varied.join("");
  if (isAllowed(whole)) return whole;
  return varied.reduce((made, character, at) => {
    const changed = made.slice(0, at) + character + made.slice(at + 1);
    return isAllowed(changed) ? changed : made;
  }, text);
}

/** The present time in the form of a property: RFC 3339, a date, or seconds or milliseconds since 1970. */
export function formatTime(schemas: Schemas, child: MergedSchema | null, sample: Json | undefined, now: number) {
  const iso = new Date(now).toISOString();
  const isDay = child?.constraints.formats.some((it) => it.value === "date") === true;
  const seconds = Math.floor(now / 1000);
  const numbers = typeof sample === "number" && sample > 100_000_000_000 ? [now, seconds] : [seconds, now];
  const texts = isDay ? [iso.slice(0, 10)] : [iso.replace(/\.000Z$/, "Z")];
  return [...(typeof sample === "number" ? numbers : texts), ...texts, ...numbers].find((it) =>
    isValidFor(schemas, child, it),
  );
}

export function isTimeOfChange(name: string): boolean {
  return /updated|modified|last/i.test(name) && TIME_NAME.test(name);
}

export function isTimeOfCreation(name: string): boolean {
  return /^date$/i.test(name) || (/created|creation|timestamp/i.test(name) && TIME_NAME.test(name));
}

/** The property with the state of a record, and its values; also of one branch of its schema. */
export function findState({ document, model }: Schemas, schema: Pointer) {
  for (const name of listNamesOfProperties(document, schema).filter((it) => STATE_NAME.test(it))) {
    const [child = ""] = listChildren(document, schema, name);
    const { enumValues, extensibleValues } = model.at([child]).constraints;
    const values = (enumValues ?? extensibleValues).filter((it) => typeof it === "string");
    if (values.length > 0) return { name, values };
  }
  return undefined;
}

export function getMember(value: Json | undefined, path: readonly string[]): Json | undefined {
  return value === undefined ? undefined : valueAt(value, joinPointer("", ...path));
}

/** The schema of a member, such as a property, in the branches that fit what is known of the value around it; null without one. */
export function getNode(schemas: Schemas, schema: Pointer, path: readonly string[], known: JsonObject = {}) {
  const findMember = (at: MergedSchema | null, name: string, depth: number): MergedSchema | null => {
    const around = asObject(getMember(known, path.slice(0, depth))) ?? {};
    return at && schemas.model.child(at.choices.length === 0 ? at : findBranch(schemas, around)(at), name);
  };
  return path.reduce(findMember, schemas.model.at([schema]));
}

const findBranch = memoizeByPair((schemas: Schemas, known: JsonObject) =>
  memoizeByObject((node: MergedSchema) => chooseBranches(schemas, node, known).node),
);

/**
 * A new record has not ended and counts nothing, whatever examples say. A sample such as that of `parentId` names no record, and that of
 * a list shows no item of the record.
 */
export function getInitialValue(schemas: Schemas, child: MergedSchema | null, name: string, sample: Json | undefined) {
  if (child === null) return sample;
  const isStated = hasKeyword(child, "example", "examples");
  const isOn = sample === true && !isStated;
  const isReference = isIdName(name) && splitWords(name).length > 1 && !isStated;
  const isList = Array.isArray(sample) && !isStated;
  const initial = isOn ? false : isReference ? null : isList ? [] : resetSample(sample, name);
  const valid = [initial, resetSample(sample, name)].filter((it) => isValidFor(schemas, child, it));
  return valid.length > 0 ? valid[0] : sample;
}

/**
 * A value, also in objects and lists, with false for what has ended, and 0 for the numbers whose names say that they count, or that of an
 * object around them: `counts` or `stats`.
 */
function resetSample(value: Json | undefined, name: string): Json | undefined {
  const isCount = /^((num|total) .*|(.* )?(count|counter|stat|statistic))$/.test(splitWords(name).join(" "));
  if (Array.isArray(value)) return value.map((it: Json) => resetSample(it, name) as Json);
  if (value === true && isEnd(name)) return false;
  if (!isObject(value)) return isCount && typeof value === "number" ? 0 : value;
  const entries = Object.entries(value).map(([key, it]) => [key, resetSample(it, isCount ? name : key)]);
  return Object.fromEntries(entries) as JsonObject;
}

/** Whether a name says that a record has ended, such as `is_deactivated` or `deletedAt`. */
export function isEnd(name: string): boolean {
  return splitWords(name).some((it) => END_WORD.test(it));
}

const END_WORD =
  /^(archived|banned|blocked|cancell?ed|closed|deactivated|deleted|deprecated|disabled|ended|expired|locked|removed|revoked|suspended)$/;
