import type { Operation, Pointer } from "../../document/index.js";
import { makeSerializableValue, makeValue } from "../../samples/make-value.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import type { CaseEdit, CaseRequest } from "../requests/probe-case.js";
import { addExampleBody } from "./example-requests.js";
import { type GenerationContext, recordUngenerated } from "./generation-context.js";
import { type LocationWalk, MAX_REQUEST_LOCATIONS, NO_VALUE_FOUND, visitLocation } from "./walk-locations.js";

/** A value in a request, its schemas, and a way to replace it. */
export type RequestLocation = {
  readonly part: CaseEdit["part"] & ("path" | "query" | "header" | "cookie" | "body");
  /** The parameter name with a pointer into its value, or the pointer into the body. */
  readonly at: string;
  /** The spec location of the value. */
  readonly contract: Pointer;
  /** All schemas that apply to the value, including those of the matching branches. */
  readonly node: MergedSchema;
  readonly value: unknown;
  /** Whether the base request contains the value; otherwise it was added. */
  readonly isPresent: boolean;
  /** Whether the value matches another branch than the value of the base request. */
  readonly isOther?: true;
  readonly put: (value: unknown) => CaseRequest;
  /** The request without the value, and whether it is required; absent for items and whole bodies. */
  readonly without?: Omission;
  /** Whether the value is serialized as text without a type, as in URLs, headers and forms. */
  readonly isText: boolean;
  /** The outermost enclosing location with alternatives, at which validation may report wrong values. */
  readonly enclosing?: string;
  /** The outermost enclosing location with dependent constraints; see `dependent-constraints.ts`. */
  readonly dependency?: DependentConstraint;
  /** The request around the value, and whether it already contains the value. */
  readonly surroundings: { readonly request: CaseRequest; readonly hasValue: boolean };
};

export type Omission = {
  readonly request: CaseRequest;
  readonly required: boolean;
  readonly contract: Pointer;
  /** The dependent constraints of the parent. */
  readonly dependency?: DependentConstraint;
};

export type DependentConstraint = { readonly node: MergedSchema; readonly path: ValuePath };
export type ValuePath = readonly (string | number)[];

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
    const given = base[parameter.in][parameter.name];
    const node = schema === undefined ? undefined : context.nodes.at([schema]);
    const make = parameter.content === undefined ? makeSerializableValue : makeValue;
    const made = given === undefined ? node && make(context, node) : { value: given };
    const recordUngenerated = createRecorder(parameter.in);
    if (node !== undefined && made === undefined) recordUngenerated(parameter.name, NO_VALUE_FOUND);
    if (node === undefined || made === undefined) continue;
    const { [parameter.name]: _, ...others } = base[parameter.in];
    visitLocation(
      {
        ...{ context, found, seen: new Set(), part: parameter.in, name: parameter.name, recordUngenerated },
        isText: parameter.content === undefined,
      },
      {
        node,
        value: made.value,
        path: [],
        stack: [],
        isPresent: given !== undefined,
        surroundings: { request: base, hasValue: given !== undefined },
        put: (value) => ({ ...base, [parameter.in]: { ...base[parameter.in], [parameter.name]: value } }),
        contract: parameter.pointer,
        without: {
          request: { ...base, [parameter.in]: others },
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
  if (media?.schema === undefined) return;
  visitLocation(
    { ...walk, isText: !/[/+]json/.test(body.contentType) },
    {
      node: context.nodes.at([media.schema]),
      value: body.value,
      path: [],
      stack: [],
      isPresent: true,
      surroundings: { request: base, hasValue: true },
      put: (value) => ({ ...base, body: { contentType: body.contentType, value } }),
      contract: media.schema,
    },
  );
}
