import type { OperationCoverage } from "../gate/index.js";

type Named = Pick<OperationCoverage, "operationId" | "method" | "path">;

/** The name that the description gives an operation; undefined where it goes by its method and path. */
export function ownName({ operationId, method, path }: Named): string | undefined {
  return operationId === `${method} ${path}` ? undefined : operationId;
}
