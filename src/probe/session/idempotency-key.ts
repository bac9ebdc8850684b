import { type Document, isObject, type Operation, valueAt } from "../../document/index.js";
import { createUuidGenerator } from "../deterministic-uuid.js";
import type { CaseEdit, CaseRequest } from "../requests/probe-case.js";

/** The header marked `x-idempotency-key`, which prevents a repeated request from taking effect twice. */
export function findIdempotencyHeader(document: Document, { parameters }: Operation): string | undefined {
  return parameters.find(({ in: place, pointer }) => {
    const parameter = valueAt(document.root, pointer);
    return place === "header" && isObject(parameter) && parameter["x-idempotency-key"] === true;
  })?.name;
}

type KeyedRequest = {
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly edit?: CaseEdit | undefined;
};

/** Adds the idempotency key, unless the case is about the header itself. */
export function addIdempotencyKey(
  document: Document,
  { operation, request, edit }: KeyedRequest,
  id: string,
): CaseRequest {
  const name = findIdempotencyHeader(document, operation);
  if (name === undefined) return request;
  if (edit?.part === "header" && edit.at.toLowerCase() === name.toLowerCase()) return request;
  // Some services accept nothing but a UUID; other texts have a scenario of their own.
  return { ...request, header: { ...request.header, [name]: createUuidGenerator(0)(id) } };
}
