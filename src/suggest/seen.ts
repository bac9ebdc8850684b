import { type BodySubject, readAnswerHeader, type Subject } from "../checks/index.js";
import { type Header, type Json, joinPointer, type Parameter, type Pointer, valueAt } from "../document/index.js";
import type { Exchange, Judgement, Sighting } from "../gate/index.js";
import { noTypes, noteText, noteType, type TypesSeen } from "./types-seen.js";

/** What findings do not hold and suggestions need: types of values, media types, and values that open lists lack. */
export type Seen = {
  readonly add: (exchange: Exchange, judgement: Judgement) => void;
  /** Of what a place of the contract does not declare. */
  readonly types: (place: Pointer, name: string) => TypesSeen;
  /** The media types of bodies for which a place does not document them. */
  readonly contentTypes: (place: Pointer) => readonly string[];
  /** In which exchanges a value came that the list at a place lacks; undefined when none did. */
  readonly unlisted: (place: Pointer, value: string) => ValueSeen | undefined;
};

export type ValueSeen = { readonly exchanges: number; readonly first: Sighting; readonly last: Sighting };

export function createSeen(): Seen {
  const types = new Map<string, TypesSeen>();
  const contentTypes = new Map<Pointer, Set<string>>();
  const unlisted = new Map<string, ValueSeen>();
  const typesAt = (place: Pointer, name: string): TypesSeen =>
    entry(types, `${place}\n${name.toLowerCase()}`, () => noTypes());
  const notes: Notes = {
    typesAt,
    contentTypesAt: (place) => entry(contentTypes, place, () => new Set()),
    unlisted: new Set(),
  };
  return {
    add: (exchange, { subject, findings }) => {
      if (subject === undefined || findings.length === 0) return;
      noteParameters(subject, notes);
      noteHeaders(exchange, subject, notes);
      for (const body of [subject.bodies.request, subject.bodies.response]) noteBody(subject, body, notes);
      for (const key of notes.unlisted) unlisted.set(key, seenAgain(unlisted.get(key), exchange));
      notes.unlisted.clear();
    },
    types: typesAt,
    contentTypes: (place) => [...(contentTypes.get(place) ?? [])].sort(),
    unlisted: (place, value) => unlisted.get(`${place}\n${value}`),
  };
}

type Notes = {
  readonly typesAt: (place: Pointer, name: string) => TypesSeen;
  readonly contentTypesAt: (place: Pointer) => Set<string>;
  /** Places and values of the exchange at hand. */
  readonly unlisted: Set<string>;
};

function seenAgain(known: ValueSeen | undefined, { origin: { source, index, startedAt } }: Exchange): ValueSeen {
  const now: Sighting = { source, index, ...(startedAt === undefined ? {} : { startedAt }) };
  if (known === undefined) return { exchanges: 1, first: now, last: now };
  const isBefore = (a: Sighting, b: Sighting): boolean => (a.startedAt ?? "") < (b.startedAt ?? "");
  const { exchanges, first, last } = known;
  return {
    exchanges: exchanges + 1,
    first: isBefore(now, first) ? now : first,
    last: isBefore(now, last) ? last : now,
  };
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function noteParameters({ exchange, operation, parameters, queryNames, observe }: Subject, notes: Notes): void {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(exchange.request.url) ?? [];
  const pairs = new URLSearchParams(query);
  for (const name of queryNames) noteText(notes.typesAt(operation.pointer, name), pairs.getAll(name));
  for (const { parameter, reading } of parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const { kind, pointer, instance, name } of observe(schema, "request", reading.value)) {
      if (kind === "undeclared") noteWritten(notes.typesAt(pointer, name), parameter, valueAt(reading.value, instance));
      if (kind === "unlisted") notes.unlisted.add(`${pointer}\n${name}`);
    }
  }
}

/** What is not declared was read as text, but in JSON. */
function noteWritten(types: TypesSeen, { content }: Parameter | Header, value: Json | undefined): void {
  if (content === undefined && typeof value === "string") noteText(types, [value]);
  else noteType(types, value);
}

function noteHeaders(exchange: Exchange, { operation, response, schemas, observe }: Subject, notes: Notes): void {
  for (const [name, value] of exchange.request.headers) noteText(notes.typesAt(operation.pointer, name), [value]);
  if (response === undefined) return;
  for (const [name, value] of exchange.response.headers) noteText(notes.typesAt(response.pointer, name), [value]);
  for (const header of response.headers) {
    const schema = header.schema ?? header.content?.schema;
    const reading = readAnswerHeader(schemas, header, exchange);
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const { kind, pointer, instance, name } of observe(schema, "response", reading.value)) {
      if (kind === "undeclared") noteWritten(notes.typesAt(pointer, name), header, valueAt(reading.value, instance));
      if (kind === "unlisted") notes.unlisted.add(`${pointer}\n${name}`);
    }
  }
}

function noteBody({ exchange, operation, observe }: Subject, body: BodySubject, notes: Notes): void {
  const { side, contentType, media, content } = body;
  if (contentType !== undefined && content.kind !== "none") {
    const type = contentType.replace(/;.*$/s, "").trim().toLowerCase();
    const isDocumented = body.documented !== undefined;
    const status = joinPointer(operation.pointer, "responses", exchange.response.status);
    if (TYPE.test(type)) notes.contentTypesAt(isDocumented ? body.pointer : status).add(type);
  }
  if (content.kind !== "value" || media?.schema === undefined) return;
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  for (const value of values) {
    for (const { kind, pointer, instance, name } of observe(media.schema, side, value)) {
      if (kind === "undeclared") noteType(notes.typesAt(pointer, name), valueAt(value, instance));
      if (kind === "unlisted") notes.unlisted.add(`${pointer}\n${name}`);
    }
  }
}

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
