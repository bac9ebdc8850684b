import {
  type BodyContext,
  type CheckContext,
  type Exchange,
  type ExchangeResult,
  getRawQuery,
  isPreflight,
  readResponseHeader,
} from "../check/index.js";
import {
  type Document,
  getOrCreate,
  type HeaderDefinition,
  type Json,
  joinPointer,
  type Parameter,
  type Pointer,
  valueAt,
} from "../document/index.js";
import type { Undeclared } from "../schema/index.js";
import {
  type BodyObservations,
  createBodyObservations,
  parseScalar,
  recordBodyObservation,
} from "./infer/body-observations.js";
import { type ComponentMatcher, createComponentMatcher } from "./infer/component-matcher.js";
import {
  addSighting,
  createOperationObservations,
  createResponseObservations,
  type OperationObservations,
  type ResponseObservations,
  recordExchangeObservation,
  recordResponseObservation,
  type Sightings,
} from "./infer/operation-observations.js";
import { type ComponentContext, createShape, recordValue, type ValueShape } from "./infer/value-shape.js";

/** Data for suggestions that findings do not contain: the shapes of undocumented values, and values not in an enum. */
export type TrafficObservations = ReturnType<typeof createTrafficObservations>;

export type ObservedMethod = {
  readonly pathItem: Pointer;
  readonly method: string;
  readonly observations: OperationObservations;
};

export function createTrafficObservations(document: Document) {
  const state = createState(document);
  const { components, shapeAt, bodies, responses } = state;
  const methods = new Map<string, ObservedMethod>();
  const valuesNotInEnum = new Map<string, Sightings>();
  return {
    add: (exchange: Exchange, { context, findings }: ExchangeResult) => {
      if (findings.length === 0) return;
      if (context === undefined) {
        recordMethod(methods, components, exchange, findings);
        return;
      }
      recordParameters(context, state);
      recordHeaders(exchange, context, state);
      for (const body of [context.bodies.request, context.bodies.response]) recordBodies(context, body, state);
      for (const key of state.notInEnum) valuesNotInEnum.set(key, addSighting(valuesNotInEnum.get(key), exchange));
      state.notInEnum.clear();
    },
    /** The shape of an undeclared value at a spec location. */
    shape: shapeAt,
    /** The bodies with undocumented media types at a spec location. */
    bodies: (pointer: Pointer) => bodies.get(pointer),
    /** The responses of an operation with an undocumented status. */
    response: (pointer: Pointer, status: string) => responses.get(joinPointer(pointer, status)),
    /** Undocumented methods, by path item and method. */
    methods,
    /** The exchanges with a value that is not in the enum; undefined if there are none. */
    notInEnum: (pointer: Pointer, value: string) => valuesNotInEnum.get(`${pointer}\n${value}`),
    /** Whether an undeclared value was XML other than an element: an attribute, text, or content in place of a property. */
    isMarkup: (pointer: Pointer, name: string) => state.markup.has(`${pointer}\n${name}`),
    components,
  };
}

type ObservationState = ReturnType<typeof createState>;

function createState(document: Document) {
  const shapes = new Map<string, ValueShape>();
  return {
    components: createComponentMatcher(document),
    shapeAt: (pointer: Pointer, name: string) => getOrCreate(shapes, `${pointer}\n${name.toLowerCase()}`, createShape),
    bodies: new Map<Pointer, BodyObservations>(),
    responses: new Map<Pointer, ResponseObservations>(),
    /** Spec locations and values of the current exchange. */
    notInEnum: new Set<string>(),
    /** Spec locations and names of XML content other than elements. */
    markup: new Set<string>(),
  };
}

function recordMethod(
  methods: Map<string, ObservedMethod>,
  components: ComponentMatcher,
  exchange: Exchange,
  findings: ExchangeResult["findings"],
): void {
  const finding = findings.find(({ code }) => code === "request.method.undocumented");
  if (finding === undefined || isPreflight(exchange)) return;
  const { method } = exchange.request;
  const pathItem = finding.contract.pointer;
  const { observations } = getOrCreate(methods, `${pathItem} ${method}`, () => ({
    pathItem,
    method,
    observations: createOperationObservations(),
  }));
  recordExchangeObservation(observations, exchange, new Map(), components);
}

function recordTexts(shape: ValueShape, texts: readonly string[]): void {
  const [only, ...rest] = texts.map(parseScalar);
  recordValue(shape, rest.length === 0 ? only : [only, ...rest]);
}

function recordParameters(context: CheckContext, state: ObservationState): void {
  const { exchange, operation, parameters, queryNames } = context;
  const pairs = new URLSearchParams(getRawQuery(exchange.request.url));
  for (const name of queryNames) recordTexts(state.shapeAt(operation.pointer, name), pairs.getAll(name));
  for (const { parameter, reading } of parameters)
    recordReading(context, { ...parameter, side: "request", reading }, state);
}

function recordHeaders(exchange: Exchange, context: CheckContext, state: ObservationState): void {
  const { operation, response, schemas } = context;
  for (const [name, value] of exchange.request.headers) recordTexts(state.shapeAt(operation.pointer, name), [value]);
  if (response === undefined) return;
  for (const [name, value] of exchange.response.headers) recordTexts(state.shapeAt(response.pointer, name), [value]);
  for (const header of response.headers) {
    const reading = readResponseHeader(schemas, header, exchange);
    recordReading(context, { ...header, side: "response", reading }, state);
  }
}

type ObservedReading = Pick<Parameter | HeaderDefinition, "schema" | "content"> & {
  readonly side: ComponentContext["side"];
  readonly reading: CheckContext["parameters"][number]["reading"];
};

function recordReading(context: CheckContext, observed: ObservedReading, state: ObservationState): void {
  const { content, side, reading } = observed;
  const schema = observed.schema ?? content?.schema;
  if (reading.kind !== "value" || schema === undefined) return;
  const found = context.collectUndeclared(schema, side, reading.value);
  recordUndeclared({ value: reading.value, found, isText: content === undefined }, state);
}

function recordBodies(
  { exchange, operation, collectUndeclared }: CheckContext,
  body: BodyContext,
  state: ObservationState,
): void {
  const { direction, view, media, content } = body;
  const componentContext: ComponentContext = { componentMatcher: state.components, side: direction };
  if (direction === "response" && body.documented === undefined) {
    const pointer = joinPointer(operation.pointer, "responses", exchange.response.status);
    const observations = getOrCreate(state.responses, pointer, createResponseObservations);
    recordResponseObservation(observations, exchange, state.components);
  } else if (media === undefined || body.isNearest === true) {
    const observations = getOrCreate(state.bodies, body.pointer, createBodyObservations);
    recordBodyObservation(observations, exchange[direction], componentContext);
  }
  if (content.kind !== "value" || media?.schema === undefined) return;
  const isXml = content.xml !== undefined;
  const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
  const markup: { readonly pointer: Pointer; readonly name?: string | undefined }[] = [
    ...(content.xml?.undeclared ?? []),
  ];
  for (const value of values) {
    const found = collectUndeclared(media.schema, view, value);
    recordUndeclared({ value, found, isText: isXml, componentContext }, state);
    if (isXml) markup.push(...found.filter(({ kind, name }) => kind === "undeclared" && /^[@#<]/.test(name)));
  }
  for (const { pointer, name } of markup) state.markup.add(`${pointer}\n${name}`);
}

/** `isText`: the values are read as text, so that their types are those of the text. */
type ObservedValue = {
  readonly value: Json;
  readonly found: readonly Undeclared[];
  readonly isText: boolean;
  readonly componentContext?: ComponentContext;
};

function recordUndeclared({ value, found, isText, componentContext }: ObservedValue, state: ObservationState): void {
  for (const { kind, pointer, instance, name } of found) {
    if (kind === "not-in-enum") state.notInEnum.add(`${pointer}\n${name}`);
    if (kind !== "undeclared") continue;
    const observed = valueAt(value, instance);
    recordValue(state.shapeAt(pointer, name), isText ? parseScalars(observed) : observed, componentContext);
  }
}

function parseScalars(value: Json | undefined): Json | undefined {
  return value && JSON.parse(JSON.stringify(value), (_, it) => (typeof it === "string" ? parseScalar(it) : it));
}
