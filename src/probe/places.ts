import type { Operation, Pointer } from "../document/index.js";
import type { Node } from "../schema/node.js";
import type { CaseRequest, Edit } from "./case.js";
import { withBody } from "./example-requests.js";
import { makeValue, makeWritten } from "./make-value.js";
import { leaveOut, type Means } from "./means.js";
import { MOST_PLACES, NOTHING_MADE, visit, type Walk } from "./walk-places.js";

/** A value in a request, what the contract says of it, and how the request is with something else in its place. */
export type Place = {
  readonly part: Edit["part"] & ("path" | "query" | "header" | "cookie" | "body");
  /** The parameter, with a pointer into its value; or the pointer in the body. */
  readonly at: string;
  /** Where the contract speaks of it. */
  readonly contract: Pointer;
  /** The schemas that apply to the value, those of the chosen branches among them. */
  readonly node: Node;
  readonly value: unknown;
  /** Whether the base has it, or it was put there to be looked at. */
  readonly isPresent: boolean;
  /** Whether the base has something else there, and the value is another of its alternatives. */
  readonly isOther?: true;
  readonly put: (value: unknown) => CaseRequest;
  /** The request without it, and whether the contract asks for it; absent for items and whole bodies. */
  readonly without?: Without;
  /** Whether the value is written as text, so that it has no type of its own: in URLs, headers and forms. */
  readonly isText: boolean;
  /** The outermost place around it at which a value may be one thing or another; wrong values may be told of there. */
  readonly within?: string;
  /** The outermost place at which more is asked than each of its members tells by itself; see `coupling.ts`. */
  readonly coupled?: Coupled;
  /** A request with what is around the value, and whether it has the value as well. */
  readonly standing: { readonly request: CaseRequest; readonly holds: boolean };
};

export type Without = {
  readonly request: CaseRequest;
  readonly required: boolean;
  readonly contract: Pointer;
  /** That of what holds the value. */
  readonly coupled?: Coupled;
};

export type Coupled = { readonly node: Node; readonly path: Path };
export type Path = readonly (string | number)[];

/** Every place of an operation's request, seen from a base request: parameters, then the body from its outside inwards. */
export function placesOf(means: Means, operation: Operation, base: CaseRequest): readonly Place[] {
  const known = means.places.get(base) ?? new Map<Operation, readonly Place[]>();
  means.places.set(base, known);
  const places = known.get(operation) ?? findPlaces(means, operation, base);
  known.set(operation, places);
  return places;
}

function findPlaces(means: Means, operation: Operation, base: CaseRequest): Place[] {
  const found: Place[] = [];
  const leaving = (part: Place["part"]) => (at: string, reason: string) =>
    leaveOut(means, { operation: operation.id, at: `${part}${at.startsWith("/") ? "" : "."}${at}`, reason });
  for (const parameter of operation.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    const given = base[parameter.in][parameter.name];
    const node = schema === undefined ? undefined : means.nodes.at([schema]);
    const make = parameter.content === undefined ? makeWritten : makeValue;
    const made = given === undefined ? node && make(means, node) : { value: given };
    const leave = leaving(parameter.in);
    if (node !== undefined && made === undefined) leave(parameter.name, NOTHING_MADE);
    if (node === undefined || made === undefined) continue;
    const { [parameter.name]: _, ...others } = base[parameter.in];
    visit(
      {
        ...{ means, found, seen: new Set(), part: parameter.in, name: parameter.name, leave },
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
  visitBody({ means, found, seen: new Set(), part: "body", name: "", leave: leaving("body") }, operation, base);
  return found.slice(0, MOST_PLACES);
}

function visitBody(walk: Omit<Walk, "isText">, operation: Operation, given: CaseRequest): void {
  const { requestBody } = operation;
  const { means } = walk;
  const base = withBody(means, operation, given);
  const { body } = base;
  if (body === undefined || "text" in body || requestBody === undefined) return;
  const media = requestBody.content.find(({ range }) => range === body.contentType) ?? requestBody.content[0];
  if (media?.schema === undefined) return;
  visit(
    { ...walk, isText: !/[/+]json/.test(body.contentType) },
    {
      node: means.nodes.at([media.schema]),
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
