import type { OperationCoverage } from "../../gate/index.js";

type OperationIdentity = Pick<OperationCoverage, "operationId" | "method" | "path">;

/** The name that the description gives an operation; undefined where it goes by its method and path. */
export function getExplicitOperationId({ operationId, method, path }: OperationIdentity): string | undefined {
  return operationId === `${method} ${path}` ? undefined : operationId;
}
