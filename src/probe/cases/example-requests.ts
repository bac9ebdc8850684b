import type { MediaTypeDefinition, Operation, Parameter } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import { hasExample, listBodyExamples, makeParameterValue } from "../../samples/example-values.js";
import { isValidAtPointer, makeValue } from "../../samples/make-value.js";
import { isSameJson } from "../../samples/same-json.js";
import { chooseConcreteMediaType } from "../requests/concrete-media-type.js";
import type { CaseBody, CaseRequest } from "../requests/probe-case.js";
import { type GenerationContext, getGenerationContext, recordUngenerated } from "./generation-context.js";

/** Values that the user gave, or that earlier answers held; they win over what the contract shows. */
export type ParameterValues = { readonly get: (operation: Operation, parameter: Parameter) => readonly unknown[] };

export const NO_PARAMETER_VALUES: ParameterValues = { get: () => [] };

export type ExampleRequest = { readonly name: string; readonly request: CaseRequest };

/**
 * Base requests of an operation, each valid by the contract's own judge: what is required and no more, then with every
 * optional part of which a value is known or shown, then with each further example of a body.
 *
 * None where something that is required cannot be made; `unplannedOf` then says why.
 */
export function buildExampleRequests(
  contract: Pick<Contract, "document">,
  operation: Operation,
  known: ParameterValues = NO_PARAMETER_VALUES,
): ExampleRequest[] {
  const means = getGenerationContext(contract);
  const given: ExampleContext = { means, operation, known };
  const required = operation.parameters.filter((it) => it.required);
  const parameters = buildParameters(given, required);
  if (parameters === undefined) return [];
  const wanted = operation.parameters.filter(
    (it) => it.required || known.get(operation, it).length > 0 || hasExample(means, it),
  );
  const bodies = buildBodies(given);
  if (bodies.length === 0 && operation.requestBody?.required === true) {
    recordUngenerated(means, {
      operation: operation.id,
      at: "body",
      reason: "no body is found that its schema lets pass",
    });
    return [];
  }
  const [first] = bodies;
  const body = first === undefined || operation.requestBody?.required !== true ? {} : { body: first.body };
  const richest = first === undefined ? {} : { body: first.body };
  const made: ExampleRequest[] = [
    { name: "required", request: { ...parameters, ...body } },
    { name: "all", request: { ...(buildParameters(given, wanted) ?? parameters), ...richest } },
    ...bodies.map((it) => ({ name: it.name, request: { ...parameters, body: it.body } })),
  ];
  return removeDuplicates(made).filter(({ name, request }) => isValidExample(given, name, request));
}

type ExampleContext = {
  readonly means: GenerationContext;
  readonly operation: Operation;
  readonly known: ParameterValues;
};
type RequestParameters = Omit<CaseRequest, "body">;

function buildParameters(
  { means, operation, known }: ExampleContext,
  parameters: readonly Parameter[],
): RequestParameters | undefined {
  const parts = { path: {}, query: {}, header: {}, cookie: {} } as Record<Parameter["in"], Record<string, unknown>>;
  for (const parameter of parameters) {
    const [given] = known.get(operation, parameter);
    const made = given === undefined ? makeParameterValue(means, parameter) : { value: given };
    if (made !== undefined) parts[parameter.in][parameter.name] = made.value;
    else if (parameter.required) {
      const at = `${parameter.in}.${parameter.name}`;
      recordUngenerated(means, { operation: operation.id, at, reason: "no value is found that its schema lets pass" });
      return undefined;
    }
  }
  return parts;
}

/** A request with a body where its operation has one, if only an optional one. */
export function addExampleBody(means: GenerationContext, operation: Operation, request: CaseRequest): CaseRequest {
  if (request.body !== undefined) return request;
  const [first] = buildBodies({ means, operation });
  return first === undefined ? request : { ...request, body: first.body };
}

type NamedBody = { readonly name: string; readonly body: CaseBody };

const MAX_BODIES = 12;

function buildBodies({ means, operation }: Omit<ExampleContext, "known">): NamedBody[] {
  const content = operation.requestBody?.content ?? [];
  return content.flatMap((media): NamedBody[] => {
    const contentType = chooseConcreteMediaType(media.range);
    const shown = listBodyExamples(means, media)
      .filter(({ value }) => media.schema === undefined || isValidAtPointer(means, media.schema, value))
      .map(({ name, value }) => ({ name: labelBody(content, media, name), body: { contentType, value } }));
    if (shown.length > 0) return shown.slice(0, MAX_BODIES);
    if (media.schema === undefined)
      return [{ name: labelBody(content, media, "body"), body: buildPlainBody(contentType) }];
    const made = makeValue(means, means.nodes.at([media.schema]));
    return made === undefined
      ? []
      : [{ name: labelBody(content, media, "body"), body: { contentType, value: made.value } }];
  });
}

function buildPlainBody(contentType: string): CaseBody {
  return /[/+]json$/.test(contentType) ? { contentType, value: {} } : { contentType, text: "text" };
}

function labelBody(content: readonly MediaTypeDefinition[], { range }: MediaTypeDefinition, name: string): string {
  return content.length === 1 ? name : `${name} as ${range}`;
}

function removeDuplicates(requests: readonly ExampleRequest[]): ExampleRequest[] {
  return requests.filter(
    ({ request }, index) => !requests.slice(0, index).some((earlier) => isSameJson(earlier.request, request)),
  );
}

function isValidExample({ means, operation }: ExampleContext, name: string, request: CaseRequest): boolean {
  const { errors, isMatched, isRoundTripped, reasons } = means.validate({
    operation,
    method: operation.method,
    request,
  });
  if (errors.length === 0 && isMatched && isRoundTripped && reasons.length === 0) return true;
  const why = errors[0]?.message ?? reasons[0] ?? "what is written is not read as the same values";
  recordUngenerated(means, { operation: operation.id, at: `examples.${name}`, reason: why });
  return false;
}
