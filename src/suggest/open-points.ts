import type { BodySubject, Subject } from "../checks/index.js";
import { fragmentPointer, isObject, type Json, joinPointer, type Pointer, valueAt } from "../document/index.js";

/** What traffic says about a question that the description leaves open, by the `x-open-point` at its places. */
export type OpenPoint = {
  readonly id: string;
  readonly exchanges: number;
  /** Types of the values at its places, and how many there were. */
  readonly types: Readonly<Record<string, number>>;
  /** Values that the description lists there, and how often they came. No others are told. */
  readonly values: Readonly<Record<string, number>>;
};

export type OpenPoints = { readonly add: (subject: Subject) => void; readonly list: () => readonly OpenPoint[] };

/** A description without such marks has no open points, and nothing is said about any. */
export function createOpenPoints(root: Json): OpenPoints {
  const marks = new Map<Pointer, readonly string[]>();
  findMarks(root, "", marks);
  const points = new Map<string, Open>();
  for (const id of [...marks.values()].flat())
    points.set(id, { exchanges: 0, types: new Map(), values: new Map(), isTouched: false });
  const note: Note = (pointer, value, isValue) => {
    for (const id of marks.get(pointer) ?? []) {
      const point = points.get(id);
      if (point === undefined) continue;
      point.isTouched = true;
      if (!isValue) continue;
      const type = typeOf(value);
      point.types.set(type, (point.types.get(type) ?? 0) + 1);
      const listed = [valueAt(root, `${pointer}/x-extensible-enum`), valueAt(root, `${pointer}/enum`)];
      if (listed.some((it) => Array.isArray(it) && it.includes(value as Json)))
        point.values.set(String(value), (point.values.get(String(value)) ?? 0) + 1);
    }
  };
  return {
    add: (subject) => {
      if (marks.size === 0) return;
      touch(root, subject, note);
      for (const point of points.values()) {
        if (point.isTouched) point.exchanges += 1;
        point.isTouched = false;
      }
    },
    list: () =>
      [...points]
        .map(([id, { exchanges, types, values }]) => ({ id, exchanges, types: sorted(types), values: sorted(values) }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

type Open = {
  exchanges: number;
  readonly types: Map<string, number>;
  readonly values: Map<string, number>;
  isTouched: boolean;
};
type Note = (pointer: Pointer, value: unknown, isValue: boolean) => void;

function findMarks(node: Json | undefined, pointer: Pointer, marks: Map<Pointer, readonly string[]>): void {
  if (typeof node !== "object" || node === null) return;
  if (isObject(node)) {
    const mark = node["x-open-point"];
    const ids = (Array.isArray(mark) ? mark : [mark]).filter((id) => typeof id === "string");
    if (ids.length > 0) marks.set(pointer, ids);
  }
  for (const [key, child] of Object.entries(node)) findMarks(child, joinPointer(pointer, key), marks);
}

/** What holds for every exchange, what belongs to its operation, and the schemas of what it carries. */
function touch(root: Json, subject: Subject, note: Note): void {
  const { operation, response, parameters } = subject;
  const places = ["", "/info", operation.pointer, operation.pointer.replace(/\/[^/]*$/, "")];
  for (const place of [...places, ...(response === undefined ? [] : [response.pointer])]) note(place, undefined, false);
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "value") continue;
    note(parameter.pointer, reading.value, true);
    if (parameter.schema !== undefined)
      walk({ root, subject, side: "request", note }, parameter.schema, reading.value, 0);
  }
  for (const body of [subject.bodies.request, subject.bodies.response]) touchBody(root, subject, body, note);
}

function touchBody(root: Json, subject: Subject, { side, media, content }: BodySubject, note: Note): void {
  if (content.kind !== "value" || media?.schema === undefined) return;
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  for (const value of values) walk({ root, subject, side, note }, media.schema, value, 0);
}

type Walk = {
  readonly root: Json;
  readonly subject: Subject;
  readonly side: BodySubject["side"];
  readonly note: Note;
};

function walk(means: Walk, pointer: Pointer, value: unknown, depth: number): void {
  const schema = valueAt(means.root, pointer);
  if (!isObject(schema) || depth > DEEPEST) return;
  means.note(pointer, value, true);
  const step = (to: Pointer, next: unknown): void => walk(means, to, next, depth + 1);
  for (const alike of alikeOf(means, schema, pointer, value)) step(alike, value);
  if (Array.isArray(value)) for (const item of value) step(joinPointer(pointer, "items"), item);
  else if (isObject(value))
    for (const [name, field] of Object.entries(value)) step(fieldOf(schema, pointer, name), field);
}

/** The schemas that say something of the same value. */
function alikeOf(
  { subject, side }: Walk,
  schema: { readonly [key: string]: Json },
  pointer: Pointer,
  value: unknown,
): Pointer[] {
  const { $ref } = schema;
  const target = typeof $ref === "string" && $ref.startsWith("#") ? fragmentPointer($ref.slice(1)) : undefined;
  const branches = (["allOf", "anyOf", "oneOf"] as const).flatMap((word) => {
    const all = schema[word];
    const pointers = Array.isArray(all) ? all.map((_, index) => joinPointer(pointer, word, index)) : [];
    return word === "allOf" ? pointers : pointers.filter((it) => subject.schemas.isValid(it, side, value));
  });
  return target === undefined ? branches : [target, ...branches];
}

function fieldOf(schema: { readonly [key: string]: Json }, pointer: Pointer, name: string): Pointer {
  const { properties } = schema;
  const isDeclared = isObject(properties) && Object.hasOwn(properties, name);
  return isDeclared ? joinPointer(pointer, "properties", name) : joinPointer(pointer, "additionalProperties");
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

const DEEPEST = 64;
