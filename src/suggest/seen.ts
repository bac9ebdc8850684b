import { type BodySubject, isPreflight, readAnswerHeader, type Subject } from "../checks/index.js";
import {
  type Document,
  type Header,
  type Json,
  joinPointer,
  type Parameter,
  type Pointer,
  valueAt,
} from "../document/index.js";
import type { Exchange, Judgement, Sighting } from "../gate/index.js";
import { createFittingComponents, type FittingComponents } from "./infer/fitting-components.js";
import { type BodiesSeen, noBodies, noteBody, scalarOf } from "./infer/message-seen.js";
import {
  noAnswers,
  noExchanges,
  noteAnswer,
  noteExchange,
  type OperationSeen,
  type ResponseSeen,
} from "./infer/operation-seen.js";
import { type Noting, noShape, noteValue, type ValueShape } from "./infer/value-shape.js";

/** What findings do not hold and suggestions need: what values were like, and values that open lists lack. */
export type Seen = {
  readonly add: (exchange: Exchange, judgement: Judgement) => void;
  /** Of what a place of the contract does not declare. */
  readonly shape: (place: Pointer, name: string) => ValueShape;
  /** The bodies at a place that does not document their media types. */
  readonly bodies: (place: Pointer) => BodiesSeen | undefined;
  /** The answers of an operation with a status that it does not document. */
  readonly answer: (responses: Pointer, status: string) => ResponseSeen | undefined;
  /** What was asked of paths by methods that they do not document, by the path item and the method. */
  readonly methods: ReadonlyMap<string, MethodSeen>;
  /** In which exchanges a value came that the list at a place lacks; undefined when none did. */
  readonly unlisted: (place: Pointer, value: string) => ValueSeen | undefined;
  /** Whether what is not declared in a place was no element of XML, but an attribute, text, or in the place of a property. */
  readonly isMarkup: (place: Pointer, name: string) => boolean;
  readonly components: FittingComponents;
};

export type ValueSeen = { readonly exchanges: number; readonly first: Sighting; readonly last: Sighting };
export type MethodSeen = { readonly pathItem: Pointer; readonly method: string; readonly seen: OperationSeen };

export function createSeen(document: Document): Seen {
  const components = createFittingComponents(document);
  const shapes = new Map<string, ValueShape>();
  const bodies = new Map<Pointer, BodiesSeen>();
  const answers = new Map<Pointer, ResponseSeen>();
  const methods = new Map<string, MethodSeen>();
  const unlisted = new Map<string, ValueSeen>();
  const shapeAt = (place: Pointer, name: string): ValueShape =>
    entry(shapes, `${place}\n${name.toLowerCase()}`, noShape);
  const notes: Notes = { components, shapeAt, bodies, answers, unlisted: new Set(), markup: new Set() };
  return {
    add: (exchange, { subject, findings }) => {
      if (findings.length === 0) return;
      if (subject === undefined) {
        noteMethod(methods, { exchange, findings, components });
        return;
      }
      noteParameters(subject, notes);
      noteHeaders(exchange, subject, notes);
      for (const body of [subject.bodies.request, subject.bodies.response]) noteBodies(subject, body, notes);
      for (const key of notes.unlisted) unlisted.set(key, seenAgain(unlisted.get(key), exchange));
      notes.unlisted.clear();
    },
    shape: shapeAt,
    bodies: (place) => bodies.get(place),
    answer: (responses, status) => answers.get(joinPointer(responses, status)),
    methods,
    unlisted: (place, value) => unlisted.get(`${place}\n${value}`),
    isMarkup: (place, name) => notes.markup.has(`${place}\n${name}`),
    components,
  };
}

type Notes = {
  readonly components: FittingComponents;
  readonly shapeAt: (place: Pointer, name: string) => ValueShape;
  readonly bodies: Map<Pointer, BodiesSeen>;
  readonly answers: Map<Pointer, ResponseSeen>;
  /** Places and values of the exchange at hand. */
  readonly unlisted: Set<string>;
  /** Places and names of what stood in XML otherwise than as an element. */
  readonly markup: Set<string>;
};

function noteMethod(
  methods: Map<string, MethodSeen>,
  {
    exchange,
    findings,
    components,
  }: Pick<Judgement, "findings"> & { exchange: Exchange; components: FittingComponents },
): void {
  const found = findings.find(({ code }) => code === "request.method.undocumented");
  if (found === undefined || isPreflight(exchange)) return;
  const { method } = exchange.request;
  const pathItem = found.contract.pointer;
  const known = entry(methods, `${pathItem} ${method}`, () => ({ pathItem, method, seen: noExchanges() }));
  noteExchange(known.seen, exchange, new Map(), components);
}

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

function noteTexts(shape: ValueShape, texts: readonly string[]): void {
  const [only, ...rest] = texts.map(scalarOf);
  noteValue(shape, rest.length === 0 ? only : [only, ...rest]);
}

function noteParameters({ exchange, operation, parameters, queryNames, observe }: Subject, notes: Notes): void {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(exchange.request.url) ?? [];
  const pairs = new URLSearchParams(query);
  for (const name of queryNames) noteTexts(notes.shapeAt(operation.pointer, name), pairs.getAll(name));
  for (const { parameter, reading } of parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const { kind, pointer, instance, name } of observe(schema, "request", reading.value)) {
      if (kind === "undeclared") noteWritten(notes.shapeAt(pointer, name), parameter, valueAt(reading.value, instance));
      if (kind === "unlisted") notes.unlisted.add(`${pointer}\n${name}`);
    }
  }
}

/** What is not declared was read as text, but in JSON. */
function noteWritten(shape: ValueShape, { content }: Parameter | Header, value: Json | undefined): void {
  noteValue(shape, content === undefined && typeof value === "string" ? scalarOf(value) : value);
}

function noteHeaders(exchange: Exchange, { operation, response, schemas, observe }: Subject, notes: Notes): void {
  for (const [name, value] of exchange.request.headers) noteTexts(notes.shapeAt(operation.pointer, name), [value]);
  if (response === undefined) return;
  for (const [name, value] of exchange.response.headers) noteTexts(notes.shapeAt(response.pointer, name), [value]);
  for (const header of response.headers) {
    const schema = header.schema ?? header.content?.schema;
    const reading = readAnswerHeader(schemas, header, exchange);
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const { kind, pointer, instance, name } of observe(schema, "response", reading.value)) {
      if (kind === "undeclared") noteWritten(notes.shapeAt(pointer, name), header, valueAt(reading.value, instance));
      if (kind === "unlisted") notes.unlisted.add(`${pointer}\n${name}`);
    }
  }
}

/** What is not declared in XML was read as text. */
function seenValue({ xml }: { readonly xml?: unknown }, whole: unknown, instance: Pointer): Json | undefined {
  const value = valueAt(whole as Json, instance);
  return xml === undefined || value === undefined
    ? value
    : JSON.parse(JSON.stringify(value), (_, it) => (typeof it === "string" ? scalarOf(it) : it));
}

function noteBodies({ exchange, operation, observe }: Subject, body: BodySubject, notes: Notes): void {
  const { side, media, content } = body;
  const noting: Noting = { components: notes.components, side };
  if (side === "response" && body.documented === undefined) {
    const place = joinPointer(operation.pointer, "responses", exchange.response.status);
    noteAnswer(entry(notes.answers, place, noAnswers), exchange, notes.components);
  } else if (media === undefined || body.isNearest === true)
    noteBody(entry(notes.bodies, body.pointer, noBodies), exchange[side], noting);
  if (content.kind === "value" && media?.schema !== undefined)
    noteDrift({ content, schema: media.schema, observe, noting }, notes);
}

type Held = {
  readonly content: Extract<BodySubject["content"], { kind: "value" }>;
  readonly schema: Pointer;
  readonly observe: Subject["observe"];
  readonly noting: Noting;
};

function noteDrift({ content, schema, observe, noting }: Held, notes: Notes): void {
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  for (const { contract, name } of content.xml?.undeclared ?? []) notes.markup.add(`${contract}\n${name}`);
  for (const value of values)
    for (const observation of observe(schema, noting.side, value)) {
      const { pointer, instance, name } = observation;
      if (observation.kind === "unlisted") notes.unlisted.add(`${pointer}\n${name}`);
      if (observation.kind !== "undeclared") continue;
      noteValue(notes.shapeAt(pointer, name), seenValue(content, value, instance), noting);
      if (isMarkup(content, name)) notes.markup.add(`${pointer}\n${name}`);
    }
}

function isMarkup({ xml }: { readonly xml?: unknown }, name: string): boolean {
  return xml !== undefined && /^[@#<]/.test(name);
}
