import { asObject, type Document, type Operation, type Parameter, valueAt } from "../document/index.js";

/** The header that the spec states with `x-idempotency-key`, or else one whose name says so, such as `Idempotency-Key`. */
export function findIdempotencyKey(document: Pick<Document, "root">, operation: Operation) {
  const headers = operation.parameters.filter(({ in: place }) => place === "header");
  const stated = headers.find((it) => asObject(valueAt(document.root, it.pointer))?.["x-idempotency-key"] === true);
  const parameter = stated ?? headers.find(({ name }) => /idempoten/i.test(name));
  return parameter && { parameter, isStated: parameter === stated };
}

/** The header that the spec states. */
export function getIdempotencyKey(document: Pick<Document, "root">, operation: Operation): Parameter | undefined {
  const { parameter, isStated } = findIdempotencyKey(document, operation) ?? {};
  return isStated === true ? parameter : undefined;
}
