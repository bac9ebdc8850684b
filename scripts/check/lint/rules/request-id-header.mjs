import { findHeader, operationsOf, parametersOf } from "../description-tree.mjs";

/** Operations of the base server declare the header `Service-Request-Id`; `PUT` and `PATCH` require it as idempotency key. */
export default function requestIdHeader({ required = [], idempotent = [] }) {
  return {
    Paths: {
      PathItem(pathItem, context) {
        if (pathItem.servers !== undefined) return;
        for (const { operation, method, location } of operationsOf(pathItem, context.location)) {
          const header = findHeader(parametersOf(pathItem, operation, context), "Service-Request-Id");
          const message = problemOf(header, {
            required: required.includes(method),
            idempotent: idempotent.includes(operation.operationId),
          });
          if (message) context.report({ message, location: location.key() });
        }
      },
    },
  };
}

function problemOf(header, { required, idempotent }) {
  if (header === undefined) return "Operation of the base server lacks the header `Service-Request-Id`.";
  if (required && header.required !== true) return "Header `Service-Request-Id` is not required.";
  if (!required && header.required === true) return "Header `Service-Request-Id` is required without need.";
  if (idempotent && header["x-idempotency-key"] !== true)
    return "Header `Service-Request-Id` is not the idempotency key.";
  return undefined;
}
