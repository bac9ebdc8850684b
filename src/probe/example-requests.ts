import type { MediaType, Operation, Parameter } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import type { CaseBody, CaseRequest } from "./case.js";
import { concreteType } from "./concrete-type.js";
import { isShown, parameterValue, shownBodies } from "./example-values.js";
import { isValidAt, makeValue } from "./make-value.js";
import { leaveOut, type Means, meansOf } from "./means.js";
import { isSame } from "./same-value.js";

/** Values that the user gave, or that earlier answers held; they win over what the contract shows. */
export type KnownValues = { readonly for: (operation: Operation, parameter: Parameter) => readonly unknown[] };

export const NOTHING_KNOWN: KnownValues = { for: () => [] };

export type ExampleRequest = { readonly name: string; readonly request: CaseRequest };

/**
 * Base requests of an operation, each valid by the contract's own judge: what is required and no more, then with every
 * optional part of which a value is known or shown, then with each further example of a body.
 *
 * None where something that is required cannot be made; `unplannedOf` then says why.
 */
export function exampleRequests(
  contract: Pick<Contract, "document">,
  operation: Operation,
  known: KnownValues = NOTHING_KNOWN,
): ExampleRequest[] {
  const means = meansOf(contract);
  const given: Given = { means, operation, known };
  const required = operation.parameters.filter((it) => it.required);
  const parameters = parametersOf(given, required);
  if (parameters === undefined) return [];
  const wanted = operation.parameters.filter(
    (it) => it.required || known.for(operation, it).length > 0 || isShown(means, it),
  );
  const bodies = bodiesOf(given);
  if (bodies.length === 0 && operation.requestBody?.required === true) {
    leaveOut(means, { operation: operation.id, at: "body", reason: "no body is found that its schema lets pass" });
    return [];
  }
  const [first] = bodies;
  const body = first === undefined || operation.requestBody?.required !== true ? {} : { body: first.body };
  const richest = first === undefined ? {} : { body: first.body };
  const made: ExampleRequest[] = [
    { name: "required", request: { ...parameters, ...body } },
    { name: "all", request: { ...(parametersOf(given, wanted) ?? parameters), ...richest } },
    ...bodies.map((it) => ({ name: it.name, request: { ...parameters, body: it.body } })),
  ];
  return distinct(made).filter(({ name, request }) => isKept(given, name, request));
}

type Given = { readonly means: Means; readonly operation: Operation; readonly known: KnownValues };
type Parts = Omit<CaseRequest, "body">;

function parametersOf({ means, operation, known }: Given, parameters: readonly Parameter[]): Parts | undefined {
  const parts = { path: {}, query: {}, header: {}, cookie: {} } as Record<Parameter["in"], Record<string, unknown>>;
  for (const parameter of parameters) {
    const [given] = known.for(operation, parameter);
    const made = given === undefined ? parameterValue(means, parameter) : { value: given };
    if (made !== undefined) parts[parameter.in][parameter.name] = made.value;
    else if (parameter.required) {
      const at = `${parameter.in}.${parameter.name}`;
      leaveOut(means, { operation: operation.id, at, reason: "no value is found that its schema lets pass" });
      return undefined;
    }
  }
  return parts;
}

/** A request with a body where its operation has one, if only an optional one. */
export function withBody(means: Means, operation: Operation, request: CaseRequest): CaseRequest {
  if (request.body !== undefined) return request;
  const [first] = bodiesOf({ means, operation });
  return first === undefined ? request : { ...request, body: first.body };
}

type NamedBody = { readonly name: string; readonly body: CaseBody };

const MOST_BODIES = 12;

function bodiesOf({ means, operation }: Omit<Given, "known">): NamedBody[] {
  const content = operation.requestBody?.content ?? [];
  return content.flatMap((media): NamedBody[] => {
    const contentType = concreteType(media.range);
    const shown = shownBodies(means, media)
      .filter(({ value }) => media.schema === undefined || isValidAt(means, media.schema, value))
      .map(({ name, value }) => ({ name: label(content, media, name), body: { contentType, value } }));
    if (shown.length > 0) return shown.slice(0, MOST_BODIES);
    if (media.schema === undefined) return [{ name: label(content, media, "body"), body: plainBody(contentType) }];
    const made = makeValue(means, means.nodes.at([media.schema]));
    return made === undefined
      ? []
      : [{ name: label(content, media, "body"), body: { contentType, value: made.value } }];
  });
}

function plainBody(contentType: string): CaseBody {
  return /[/+]json$/.test(contentType) ? { contentType, value: {} } : { contentType, text: "text" };
}

function label(content: readonly MediaType[], { range }: MediaType, name: string): string {
  return content.length === 1 ? name : `${name} as ${range}`;
}

function distinct(requests: readonly ExampleRequest[]): ExampleRequest[] {
  return requests.filter(
    ({ request }, index) => !requests.slice(0, index).some((earlier) => isSame(earlier.request, request)),
  );
}

function isKept({ means, operation }: Given, name: string, request: CaseRequest): boolean {
  const { errors, isOurs, isRead, reasons } = means.judge({ operation, method: operation.method, request });
  if (errors.length === 0 && isOurs && isRead && reasons.length === 0) return true;
  const why = errors[0]?.message ?? reasons[0] ?? "what is written is not read as the same values";
  leaveOut(means, { operation: operation.id, at: `examples.${name}`, reason: why });
  return false;
}
