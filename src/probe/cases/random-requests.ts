import type { Arbitrary } from "fast-check";
import type { Operation } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import { createValueArbitrary, type FastCheck } from "../../samples/value-arbitrary.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { addExampleBody } from "./example-requests.js";
import { type GenerationContext, getGenerationContext } from "./generation-context.js";

export type { FastCheck } from "../../samples/value-arbitrary.js";

/**
 * Requests that the contract lets pass, at random. Each part is that of the base, left out, or made from its schemas;
 * shrinking gives one part after another back to the base. What the contract's judge does not let pass is the base.
 *
 * @param fc fast-check, loaded by whoever needs it.
 */
export function createRequestArbitrary(
  fc: FastCheck,
  contract: Pick<Contract, "document">,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<CaseRequest> {
  const means = getGenerationContext(contract);
  const changes = [
    ...createParameterChanges(fc, means, operation, base),
    ...createBodyChanges(fc, means, operation, base),
  ];
  const isAccepted = (request: CaseRequest): boolean => {
    const { errors, drift, isMatched, isRoundTripped, reasons } = means.validate({
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
  means: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<RequestChange>[] {
  return operation.parameters.flatMap((parameter): Arbitrary<RequestChange>[] => {
    const schema = parameter.schema ?? parameter.content?.schema;
    // What stands in a path names something that exists, as a rule; another name would only be told apart by a 404.
    if (schema === undefined || parameter.in === "path") return [];
    const { in: place, name } = parameter;
    const values = createValueArbitrary(fc, means, means.nodes.at([schema]));
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
  means: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<RequestChange>[] {
  const { body } = addExampleBody(means, operation, base);
  if (body === undefined || "text" in body) return [];
  const { contentType } = body;
  const content = operation.requestBody?.content ?? [];
  const schema = (content.find(({ range }) => range === contentType) ?? content[0])?.schema;
  const values = schema === undefined ? undefined : createValueArbitrary(fc, means, means.nodes.at([schema]));
  return values === undefined
    ? []
    : [
        values.map(
          (value): RequestChange =>
            (request) => ({ ...request, body: { contentType, value } }),
        ),
      ];
}
