import { type BodyContext, type CheckContext, isPreflight, readResponseHeader } from "../checks/index.js";
import {
  type Document,
  type HeaderDefinition,
  type Json,
  joinPointer,
  type Parameter,
  type Pointer,
  valueAt,
} from "../document/index.js";
import type { Exchange, ExchangeResult } from "../gate/index.js";
import {
  type BodyObservations,
  createBodyObservations,
  parseScalar,
  recordBodyObservation,
} from "./infer/body-observations.js";
import { type ComponentMatcher, createComponentMatcher } from "./infer/component-matcher.js";
import { addSighting, type Sightings } from "./infer/evidence.js";
import {
  createOperationObservations,
  createResponseObservations,
  type OperationObservations,
  type ResponseObservations,
  recordExchangeObservation,
  recordResponseObservation,
} from "./infer/operation-observations.js";
import { type ComponentContext, createShape, recordValue, type ValueShape } from "./infer/value-shape.js";

/** What findings do not hold and suggestions need: what values were like, and values that open lists lack. */
export type TrafficObservations = {
  readonly add: (exchange: Exchange, judgement: ExchangeResult) => void;
  /** Of what a place of the contract does not declare. */
  readonly shape: (place: Pointer, name: string) => ValueShape;
  /** The bodies at a place that does not document their media types. */
  readonly bodies: (place: Pointer) => BodyObservations | undefined;
  /** The answers of an operation with a status that it does not document. */
  readonly response: (responses: Pointer, status: string) => ResponseObservations | undefined;
  /** What was asked of paths by methods that they do not document, by the path item and the method. */
  readonly methods: ReadonlyMap<string, ObservedMethod>;
  /** In which exchanges a value came that the list at a place lacks; undefined when none did. */
  readonly notInEnum: (place: Pointer, value: string) => Sightings | undefined;
  /** Whether what is not declared in a place was no element of XML, but an attribute, text, or in the place of a property. */
  readonly isMarkup: (place: Pointer, name: string) => boolean;
  readonly components: ComponentMatcher;
};

export type ObservedMethod = {
  readonly pathItem: Pointer;
  readonly method: string;
  readonly observations: OperationObservations;
};

export function createTrafficObservations(document: Document): TrafficObservations {
  const components = createComponentMatcher(document);
  const shapes = new Map<string, ValueShape>();
  const bodies = new Map<Pointer, BodyObservations>();
  const answers = new Map<Pointer, ResponseObservations>();
  const methods = new Map<string, ObservedMethod>();
  const unlisted = new Map<string, Sightings>();
  const shapeAt = (place: Pointer, name: string): ValueShape =>
    getOrCreate(shapes, `${place}\n${name.toLowerCase()}`, createShape);
  const notes: ObservationState = {
    components,
    shapeAt,
    bodies,
    responses: answers,
    notInEnum: new Set(),
    markup: new Set(),
  };
  return {
    add: (exchange, { context, findings }) => {
      if (findings.length === 0) return;
      if (context === undefined) {
        recordMethod(methods, { exchange, findings, components });
        return;
      }
      recordParameters(context, notes);
      recordHeaders(exchange, context, notes);
      for (const body of [context.bodies.request, context.bodies.response]) recordBodies(context, body, notes);
      for (const key of notes.notInEnum) unlisted.set(key, addSighting(unlisted.get(key), exchange));
      notes.notInEnum.clear();
    },
    shape: shapeAt,
    bodies: (place) => bodies.get(place),
    response: (responses, status) => answers.get(joinPointer(responses, status)),
    methods,
    notInEnum: (place, value) => unlisted.get(`${place}\n${value}`),
    isMarkup: (place, name) => notes.markup.has(`${place}\n${name}`),
    components,
  };
}

type ObservationState = {
  readonly components: ComponentMatcher;
  readonly shapeAt: (place: Pointer, name: string) => ValueShape;
  readonly bodies: Map<Pointer, BodyObservations>;
  readonly responses: Map<Pointer, ResponseObservations>;
  /** Places and values of the exchange at hand. */
  readonly notInEnum: Set<string>;
  /** Places and names of what stood in XML otherwise than as an element. */
  readonly markup: Set<string>;
};

function recordMethod(
  methods: Map<string, ObservedMethod>,
  {
    exchange,
    findings,
    components,
  }: Pick<ExchangeResult, "findings"> & { exchange: Exchange; components: ComponentMatcher },
): void {
  const found = findings.find(({ code }) => code === "request.method.undocumented");
  if (found === undefined || isPreflight(exchange)) return;
  const { method } = exchange.request;
  const pathItem = found.contract.pointer;
  const known = getOrCreate(methods, `${pathItem} ${method}`, () => ({
    pathItem,
    method,
    observations: createOperationObservations(),
  }));
  recordExchangeObservation(known.observations, exchange, new Map(), components);
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function recordTexts(shape: ValueShape, texts: readonly string[]): void {
  const [only, ...rest] = texts.map(parseScalar);
  recordValue(shape, rest.length === 0 ? only : [only, ...rest]);
}

function recordParameters(
  { exchange, operation, parameters, queryNames, collectUndeclared }: CheckContext,
  notes: ObservationState,
): void {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(exchange.request.url) ?? [];
  const pairs = new URLSearchParams(query);
  for (const name of queryNames) recordTexts(notes.shapeAt(operation.pointer, name), pairs.getAll(name));
  for (const { parameter, reading } of parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const { kind, pointer, instance, name } of collectUndeclared(schema, "request", reading.value)) {
      if (kind === "undeclared")
        recordTextValue(notes.shapeAt(pointer, name), parameter, valueAt(reading.value, instance));
      if (kind === "not-in-enum") notes.notInEnum.add(`${pointer}\n${name}`);
    }
  }
}

/** What is not declared was read as text, but in JSON. */
function recordTextValue(shape: ValueShape, { content }: Parameter | HeaderDefinition, value: Json | undefined): void {
  recordValue(shape, content === undefined && typeof value === "string" ? parseScalar(value) : value);
}

function recordHeaders(
  exchange: Exchange,
  { operation, response, schemas, collectUndeclared }: CheckContext,
  notes: ObservationState,
): void {
  for (const [name, value] of exchange.request.headers) recordTexts(notes.shapeAt(operation.pointer, name), [value]);
  if (response === undefined) return;
  for (const [name, value] of exchange.response.headers) recordTexts(notes.shapeAt(response.pointer, name), [value]);
  for (const header of response.headers) {
    const schema = header.schema ?? header.content?.schema;
    const reading = readResponseHeader(schemas, header, exchange);
    if (reading.kind !== "value" || schema === undefined) continue;
    for (const { kind, pointer, instance, name } of collectUndeclared(schema, "response", reading.value)) {
      if (kind === "undeclared")
        recordTextValue(notes.shapeAt(pointer, name), header, valueAt(reading.value, instance));
      if (kind === "not-in-enum") notes.notInEnum.add(`${pointer}\n${name}`);
    }
  }
}

/** What is not declared in XML was read as text. */
function getObservedValue({ xml }: { readonly xml?: unknown }, whole: unknown, instance: Pointer): Json | undefined {
  const value = valueAt(whole as Json, instance);
  return xml === undefined || value === undefined
    ? value
    : JSON.parse(JSON.stringify(value), (_, it) => (typeof it === "string" ? parseScalar(it) : it));
}

function recordBodies(
  { exchange, operation, collectUndeclared }: CheckContext,
  body: BodyContext,
  notes: ObservationState,
): void {
  const { direction, media, content } = body;
  const componentContext: ComponentContext = { componentMatcher: notes.components, side: direction };
  if (direction === "response" && body.documented === undefined) {
    const place = joinPointer(operation.pointer, "responses", exchange.response.status);
    recordResponseObservation(
      getOrCreate(notes.responses, place, createResponseObservations),
      exchange,
      notes.components,
    );
  } else if (media === undefined || body.isNearest === true)
    recordBodyObservation(
      getOrCreate(notes.bodies, body.pointer, createBodyObservations),
      exchange[direction],
      componentContext,
    );
  if (content.kind === "value" && media?.schema !== undefined)
    recordUndeclared({ content, schema: media.schema, observe: collectUndeclared, componentContext }, notes);
}

type ObservedContent = {
  readonly content: Extract<BodyContext["content"], { kind: "value" }>;
  readonly schema: Pointer;
  readonly observe: CheckContext["collectUndeclared"];
  readonly componentContext: ComponentContext;
};

function recordUndeclared(
  { content, schema, observe, componentContext }: ObservedContent,
  notes: ObservationState,
): void {
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  for (const { contract, name } of content.xml?.undeclared ?? []) notes.markup.add(`${contract}\n${name}`);
  for (const value of values)
    for (const observation of observe(schema, componentContext.side, value)) {
      const { pointer, instance, name } = observation;
      if (observation.kind === "not-in-enum") notes.notInEnum.add(`${pointer}\n${name}`);
      if (observation.kind !== "undeclared") continue;
      recordValue(notes.shapeAt(pointer, name), getObservedValue(content, value, instance), componentContext);
      if (isMarkup(content, name)) notes.markup.add(`${pointer}\n${name}`);
    }
}

function isMarkup({ xml }: { readonly xml?: unknown }, name: string): boolean {
  return xml !== undefined && /^[@#<]/.test(name);
}
