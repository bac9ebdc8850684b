import type { BodyContext, CheckContext } from "../checks/index.js";
import { isObject, type Json, joinPointer, type Pointer, parsePointerFragment, valueAt } from "../document/index.js";

/** What traffic says about a question that the description leaves open, by the `x-open-point` at its places. */
export type OpenQuestion = {
  readonly id: string;
  readonly exchanges: number;
  /** Types of the values at its places, and how many there were. */
  readonly types: Readonly<Record<string, number>>;
  /** Values that the description lists there, and how often they came. No others are told. */
  readonly values: Readonly<Record<string, number>>;
};

export type OpenQuestionCounter = {
  readonly add: (subject: CheckContext) => void;
  readonly list: () => readonly OpenQuestion[];
};

/** A description without such marks has no open points, and nothing is said about any. */
export function createOpenQuestionCounter(root: Json): OpenQuestionCounter {
  const marks = new Map<Pointer, readonly string[]>();
  findOpenQuestions(root, "", marks);
  const points = new Map<string, OpenQuestionCounts>();
  for (const id of [...marks.values()].flat())
    points.set(id, { exchanges: 0, types: new Map(), values: new Map(), isSeen: false });
  const note: ValueRecorder = (pointer, value, isValue) => {
    for (const id of marks.get(pointer) ?? []) {
      const point = points.get(id);
      if (point === undefined) continue;
      point.isSeen = true;
      if (!isValue) continue;
      const type = getJsonType(value);
      point.types.set(type, (point.types.get(type) ?? 0) + 1);
      const listed = [valueAt(root, `${pointer}/x-extensible-enum`), valueAt(root, `${pointer}/enum`)];
      if (listed.some((it) => Array.isArray(it) && it.includes(value as Json)))
        point.values.set(String(value), (point.values.get(String(value)) ?? 0) + 1);
    }
  };
  return {
    add: (subject) => {
      if (marks.size === 0) return;
      recordExchange(root, subject, note);
      for (const point of points.values()) {
        if (point.isSeen) point.exchanges += 1;
        point.isSeen = false;
      }
    },
    list: () =>
      [...points]
        .map(([id, { exchanges, types, values }]) => ({
          id,
          exchanges,
          types: sortCounts(types),
          values: sortCounts(values),
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

type OpenQuestionCounts = {
  exchanges: number;
  readonly types: Map<string, number>;
  readonly values: Map<string, number>;
  isSeen: boolean;
};
type ValueRecorder = (pointer: Pointer, value: unknown, isValue: boolean) => void;

function findOpenQuestions(node: Json | undefined, pointer: Pointer, marks: Map<Pointer, readonly string[]>): void {
  if (typeof node !== "object" || node === null) return;
  if (isObject(node)) {
    const mark = node["x-open-point"];
    const ids = (Array.isArray(mark) ? mark : [mark]).filter((id) => typeof id === "string");
    if (ids.length > 0) marks.set(pointer, ids);
  }
  for (const [key, child] of Object.entries(node)) findOpenQuestions(child, joinPointer(pointer, key), marks);
}

/** What holds for every exchange, what belongs to its operation, and the schemas of what it carries. */
function recordExchange(root: Json, subject: CheckContext, record: ValueRecorder): void {
  const { operation, response, parameters } = subject;
  const places = ["", "/info", operation.pointer, operation.pointer.replace(/\/[^/]*$/, "")];
  for (const place of [...places, ...(response === undefined ? [] : [response.pointer])])
    record(place, undefined, false);
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "value") continue;
    record(parameter.pointer, reading.value, true);
    if (parameter.schema !== undefined)
      walkSchema({ root, subject, side: "request", record }, parameter.schema, reading.value, 0);
  }
  for (const body of [subject.bodies.request, subject.bodies.response]) recordBody(root, subject, body, record);
}

function recordBody(
  root: Json,
  subject: CheckContext,
  { direction, media, content }: BodyContext,
  record: ValueRecorder,
): void {
  if (content.kind !== "value" || media?.schema === undefined) return;
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  for (const value of values) walkSchema({ root, subject, side: direction, record }, media.schema, value, 0);
}

type SchemaWalk = {
  readonly root: Json;
  readonly subject: CheckContext;
  readonly side: BodyContext["direction"];
  readonly record: ValueRecorder;
};

function walkSchema(means: SchemaWalk, pointer: Pointer, value: unknown, depth: number): void {
  const schema = valueAt(means.root, pointer);
  if (!isObject(schema) || depth > MAX_DEPTH) return;
  means.record(pointer, value, true);
  const step = (to: Pointer, next: unknown): void => walkSchema(means, to, next, depth + 1);
  for (const alike of listSubschemas(means, schema, pointer, value)) step(alike, value);
  if (Array.isArray(value)) for (const item of value) step(joinPointer(pointer, "items"), item);
  else if (isObject(value))
    for (const [name, field] of Object.entries(value)) step(getPropertySchema(schema, pointer, name), field);
}

/** The schemas that say something of the same value. */
function listSubschemas(
  { subject, side }: SchemaWalk,
  schema: { readonly [key: string]: Json },
  pointer: Pointer,
  value: unknown,
): Pointer[] {
  const { $ref } = schema;
  const target = typeof $ref === "string" && $ref.startsWith("#") ? parsePointerFragment($ref.slice(1)) : undefined;
  const branches = (["allOf", "anyOf", "oneOf"] as const).flatMap((word) => {
    const all = schema[word];
    const pointers = Array.isArray(all) ? all.map((_, index) => joinPointer(pointer, word, index)) : [];
    return word === "allOf" ? pointers : pointers.filter((it) => subject.schemas.isValid(it, side, value));
  });
  return target === undefined ? branches : [target, ...branches];
}

function getPropertySchema(schema: { readonly [key: string]: Json }, pointer: Pointer, name: string): Pointer {
  const { properties } = schema;
  const isDeclared = isObject(properties) && Object.hasOwn(properties, name);
  return isDeclared ? joinPointer(pointer, "properties", name) : joinPointer(pointer, "additionalProperties");
}

function getJsonType(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function sortCounts(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

const MAX_DEPTH = 64;
