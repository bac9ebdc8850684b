import type { Arbitrary } from "fast-check";
import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import { arbitraryValue, type FastCheck } from "./arbitrary-value.js";
import type { CaseRequest } from "./case.js";
import { withBody } from "./example-requests.js";
import { type Means, meansOf } from "./means.js";

export type { FastCheck } from "./arbitrary-value.js";

/**
 * Requests that the contract lets pass, at random. Each part is that of the base, left out, or made from its schemas;
 * shrinking gives one part after another back to the base. What the contract's judge does not let pass is the base.
 *
 * @param fc fast-check, loaded by whoever needs it.
 */
export function randomRequests(
  fc: FastCheck,
  contract: Pick<Contract, "document">,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<CaseRequest> {
  const means = meansOf(contract);
  const changes = [...parameterChanges(fc, means, operation, base), ...bodyChanges(fc, means, operation, base)];
  const isAccepted = (request: CaseRequest): boolean => {
    const { errors, drift, isOurs, isRead, reasons } = means.judge({ operation, method: operation.method, request });
    return errors.length === 0 && drift.length === 0 && isOurs && isRead && reasons.length === 0;
  };
  return fc.tuple(...changes.map((change) => fc.option(change, { nil: undefined, freq: 2 }))).map((chosen) => {
    const request = chosen.reduce((made, change) => (change === undefined ? made : change(made)), base);
    return isAccepted(request) ? request : base;
  });
}

type Change = (request: CaseRequest) => CaseRequest;

function parameterChanges(fc: FastCheck, means: Means, operation: Operation, base: CaseRequest): Arbitrary<Change>[] {
  return operation.parameters.flatMap((parameter): Arbitrary<Change>[] => {
    const schema = parameter.schema ?? parameter.content?.schema;
    // What stands in a path names something that exists, as a rule; another name would only be told apart by a 404.
    if (schema === undefined || parameter.in === "path") return [];
    const { in: place, name } = parameter;
    const values = arbitraryValue(fc, means, means.nodes.at([schema]));
    const given = values?.map(
      (value): Change =>
        (request) => ({ ...request, [place]: { ...request[place], [name]: value } }),
    );
    const isLeft = parameter.required || base[place][name] === undefined;
    const without: Change = (request) => {
      const { [name]: _, ...others } = request[place];
      return { ...request, [place]: others };
    };
    const all = [...(isLeft ? [] : [fc.constant(without)]), ...(given === undefined ? [] : [given])];
    return all.length === 0 ? [] : [fc.oneof(...all)];
  });
}

function bodyChanges(fc: FastCheck, means: Means, operation: Operation, base: CaseRequest): Arbitrary<Change>[] {
  const { body } = withBody(means, operation, base);
  if (body === undefined || "text" in body) return [];
  const { contentType } = body;
  const content = operation.requestBody?.content ?? [];
  const schema = (content.find(({ range }) => range === contentType) ?? content[0])?.schema;
  const values = schema === undefined ? undefined : arbitraryValue(fc, means, means.nodes.at([schema]));
  return values === undefined
    ? []
    : [
        values.map(
          (value): Change =>
            (request) => ({ ...request, body: { contentType, value } }),
        ),
      ];
}
