import type { Arbitrary } from "fast-check";
import { getParameterLocation, type Operation } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import { createValueArbitrary, type FastCheck } from "../../samples/value-arbitrary.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { addExampleBody } from "./example-requests.js";
import { type GenerationContext, getGenerationContext } from "./generation-context.js";

export type { FastCheck } from "../../samples/value-arbitrary.js";

/**
 * Creates an arbitrary of valid requests. Each part is taken from the base request, omitted, or made from its schema.
 * Shrinking restores the base parts one by one. A request that fails validation is replaced by the base request.
 *
 * @param fc fast-check, passed in so that it is loaded only when needed.
 */
export function createRequestArbitrary(
  fc: FastCheck,
  contract: Pick<Contract, "document">,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<CaseRequest> {
  const context = getGenerationContext(contract);
  const changes = [
    ...createParameterChanges(fc, context, operation, base),
    ...createBodyChanges(fc, context, operation, base),
  ];
  const isAccepted = (request: CaseRequest): boolean => {
    const { errors, drift, isMatched, isRoundTripped, reasons } = context.validate({
      operation,
      method: operation.method,
      request,
    });
    return errors.length === 0 && drift.length === 0 && isMatched && isRoundTripped && reasons.length === 0;
  };
  return fc.tuple(...changes.map((change) => fc.option(change, { nil: undefined, freq: 2 }))).map((chosen) => {
    const request = chosen.reduce((made, change) => (change === undefined ? made : change(made)), base);
    return isAccepted(request) ? request : base;
  });
}

type RequestChange = (request: CaseRequest) => CaseRequest;

function createParameterChanges(
  fc: FastCheck,
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<RequestChange>[] {
  return operation.parameters.flatMap((parameter): Arbitrary<RequestChange>[] => {
    const schema = parameter.schema ?? parameter.content?.schema;
    // Path parameters usually identify existing resources; a random value would only cause a 404.
    if (schema === undefined || parameter.in === "path") return [];
    const { name } = parameter;
    const place = getParameterLocation(parameter);
    const values = createValueArbitrary(fc, context, context.nodes.at([schema]));
    const given = values?.map(
      (value): RequestChange =>
        (request) => ({ ...request, [place]: { ...request[place], [name]: value } }),
    );
    const isLeft = parameter.required || base[place][name] === undefined;
    const without: RequestChange = (request) => {
      const { [name]: _, ...others } = request[place];
      return { ...request, [place]: others };
    };
    const all = [...(isLeft ? [] : [fc.constant(without)]), ...(given === undefined ? [] : [given])];
    return all.length === 0 ? [] : [fc.oneof(...all)];
  });
}

function createBodyChanges(
  fc: FastCheck,
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<RequestChange>[] {
  const { body } = addExampleBody(context, operation, base);
  if (body === undefined || "text" in body) return [];
  const { contentType } = body;
  const content = operation.requestBody?.content ?? [];
  const media = content.find(({ range }) => range === contentType) ?? content[0];
  const schema = media?.itemSchema ?? media?.schema;
  const values = schema === undefined ? undefined : createValueArbitrary(fc, context, context.nodes.at([schema]));
  const isItem = media?.itemSchema !== undefined;
  return values === undefined
    ? []
    : [
        values.map(
          (value): RequestChange =>
            (request) => ({ ...request, body: { contentType, value: isItem ? [value] : value } }),
        ),
      ];
}
