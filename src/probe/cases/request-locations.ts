import { getParameterLocation, type Operation } from "../../document/index.js";
import { makeSerializableValue, makeValue } from "../../samples/make-value.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { addExampleBody } from "./example-requests.js";
import { type GenerationContext, recordUngenerated } from "./generation-context.js";
import type { RequestLocation } from "./request-location.js";
import { type LocationWalk, MAX_REQUEST_LOCATIONS, NO_VALUE_FOUND, visitLocation } from "./walk-locations.js";

/** Lists all locations of a request: parameters, then the body from the outside in. */
export function getRequestLocations(
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): readonly RequestLocation[] {
  const known = context.locations.get(base) ?? new Map<Operation, readonly RequestLocation[]>();
  context.locations.set(base, known);
  const places = known.get(operation) ?? findRequestLocations(context, operation, base);
  known.set(operation, places);
  return places;
}

function findRequestLocations(context: GenerationContext, operation: Operation, base: CaseRequest): RequestLocation[] {
  const found: RequestLocation[] = [];
  const createRecorder = (part: RequestLocation["part"]) => (at: string, reason: string) =>
    recordUngenerated(context, { operation: operation.id, at: `${part}${at.startsWith("/") ? "" : "."}${at}`, reason });
  for (const parameter of operation.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    const part = getParameterLocation(parameter);
    const given = base[part][parameter.name];
    const node = schema === undefined ? undefined : context.nodes.at([schema]);
    const make = parameter.content === undefined ? makeSerializableValue : makeValue;
    const made = given === undefined ? node && make(context, node) : { value: given };
    const recordUngenerated = createRecorder(part);
    if (node !== undefined && made === undefined) recordUngenerated(parameter.name, NO_VALUE_FOUND);
    if (node === undefined || made === undefined) continue;
    const { [parameter.name]: _, ...others } = base[part];
    visitLocation(
      {
        ...{ context, found, seen: new Set(), part, name: parameter.name, recordUngenerated },
        isText: parameter.content === undefined,
      },
      {
        node,
        value: made.value,
        path: [],
        stack: [],
        isPresent: given !== undefined,
        surroundings: { request: base, hasValue: given !== undefined },
        put: (value) => ({ ...base, [part]: { ...base[part], [parameter.name]: value } }),
        contract: parameter.pointer,
        without: {
          request: { ...base, [part]: others },
          required: parameter.required,
          contract: parameter.pointer,
        },
      },
    );
  }
  visitBody(
    { context, found, seen: new Set(), part: "body", name: "", recordUngenerated: createRecorder("body") },
    operation,
    base,
  );
  return found.slice(0, MAX_REQUEST_LOCATIONS);
}

function visitBody(walk: Omit<LocationWalk, "isText">, operation: Operation, given: CaseRequest): void {
  const { requestBody } = operation;
  const { context } = walk;
  const base = addExampleBody(context, operation, given);
  const { body } = base;
  if (body === undefined || "text" in body || requestBody === undefined) return;
  const media = requestBody.content.find(({ range }) => range === body.contentType) ?? requestBody.content[0];
  const schema = media?.itemSchema ?? media?.schema;
  if (schema === undefined) return;
  const isItem = media?.itemSchema !== undefined;
  visitLocation(
    { ...walk, isText: !/[/+]json/.test(body.contentType) },
    {
      node: context.nodes.at([schema]),
      value: isItem ? (body.value as readonly unknown[])[0] : body.value,
      path: isItem ? [0] : [],
      stack: [],
      isPresent: true,
      surroundings: { request: base, hasValue: true },
      put: (value) => ({ ...base, body: { contentType: body.contentType, value: isItem ? [value] : value } }),
      contract: schema,
    },
  );
}
