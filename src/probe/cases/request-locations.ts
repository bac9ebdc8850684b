import type { Operation, Pointer } from "../../document/index.js";
import { makeSerializableValue, makeValue } from "../../samples/make-value.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import type { CaseEdit, CaseRequest } from "../requests/probe-case.js";
import { addExampleBody } from "./example-requests.js";
import { type GenerationContext, recordUngenerated } from "./generation-context.js";
import { type LocationWalk, MAX_REQUEST_LOCATIONS, NO_VALUE_FOUND, visitLocation } from "./walk-locations.js";

/** A value in a request, what the contract says of it, and how the request is with something else in its place. */
export type RequestLocation = {
  readonly part: CaseEdit["part"] & ("path" | "query" | "header" | "cookie" | "body");
  /** The parameter, with a pointer into its value; or the pointer in the body. */
  readonly at: string;
  /** Where the contract speaks of it. */
  readonly contract: Pointer;
  /** The schemas that apply to the value, those of the chosen branches among them. */
  readonly node: MergedSchema;
  readonly value: unknown;
  /** Whether the base has it, or it was put there to be looked at. */
  readonly isPresent: boolean;
  /** Whether the base has something else there, and the value is another of its alternatives. */
  readonly isOther?: true;
  readonly put: (value: unknown) => CaseRequest;
  /** The request without it, and whether the contract asks for it; absent for items and whole bodies. */
  readonly without?: Omission;
  /** Whether the value is written as text, so that it has no type of its own: in URLs, headers and forms. */
  readonly isText: boolean;
  /** The outermost place around it at which a value may be one thing or another; wrong values may be told of there. */
  readonly within?: string;
  /** The outermost place at which more is asked than each of its members tells by itself; see `coupling.ts`. */
  readonly coupled?: DependentConstraint;
  /** A request with what is around the value, and whether it has the value as well. */
  readonly standing: { readonly request: CaseRequest; readonly holds: boolean };
};

export type Omission = {
  readonly request: CaseRequest;
  readonly required: boolean;
  readonly contract: Pointer;
  /** That of what holds the value. */
  readonly coupled?: DependentConstraint;
};

export type DependentConstraint = { readonly node: MergedSchema; readonly path: ValuePath };
export type ValuePath = readonly (string | number)[];

/** Every place of an operation's request, seen from a base request: parameters, then the body from its outside inwards. */
export function getRequestLocations(
  means: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): readonly RequestLocation[] {
  const known = means.locations.get(base) ?? new Map<Operation, readonly RequestLocation[]>();
  means.locations.set(base, known);
  const places = known.get(operation) ?? findRequestLocations(means, operation, base);
  known.set(operation, places);
  return places;
}

function findRequestLocations(context: GenerationContext, operation: Operation, base: CaseRequest): RequestLocation[] {
  const found: RequestLocation[] = [];
  const leaving = (part: RequestLocation["part"]) => (at: string, reason: string) =>
    recordUngenerated(context, { operation: operation.id, at: `${part}${at.startsWith("/") ? "" : "."}${at}`, reason });
  for (const parameter of operation.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    const given = base[parameter.in][parameter.name];
    const node = schema === undefined ? undefined : context.nodes.at([schema]);
    const make = parameter.content === undefined ? makeSerializableValue : makeValue;
    const made = given === undefined ? node && make(context, node) : { value: given };
    const recordUngenerated = leaving(parameter.in);
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
        standing: { request: base, holds: given !== undefined },
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
    { context, found, seen: new Set(), part: "body", name: "", recordUngenerated: leaving("body") },
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
      standing: { request: base, holds: true },
      put: (value) => ({ ...base, body: { contentType: body.contentType, value } }),
      contract: media.schema,
    },
  );
}
