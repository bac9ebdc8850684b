import type { OperationCoverage } from "../../check/index.js";

type OperationIdentity = Pick<OperationCoverage, "operationId" | "method" | "path">;

/** Returns the operationId in the spec, or undefined if the operation is identified by method and path. */
export function getExplicitOperationId({ operationId, method, path }: OperationIdentity): string | undefined {
  return operationId === `${method} ${path}` ? undefined : operationId;
}
