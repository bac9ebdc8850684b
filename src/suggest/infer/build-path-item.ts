import { asArray, type JsonObject } from "../../document/index.js";
import { buildOperation } from "./build-operation.js";
import { inferSecurity } from "./infer-security.js";
import { generateOperationId } from "./operation-id.js";
import type { OperationObservations } from "./operation-observations.js";
import type { SchemaInferenceContext } from "./shape-schema.js";
import { OPERATION_METHODS, type UndocumentedPath } from "./undocumented-paths.js";

export type PathInferenceContext = SchemaInferenceContext & {
  /** The description that the path becomes a part of. */
  readonly root: JsonObject;
  /** The operationIds that are taken; undefined where operations have none. */
  readonly ids: Set<string> | undefined;
};

/** A Path Item Object for a new path. */
export function buildPathItem(
  { template, servers, operations }: UndocumentedPath,
  means: PathInferenceContext,
): JsonObject {
  const own = [...servers.values()].flatMap((it) => asArray(it));
  const isElsewhere = own.length > 0;
  const usual = servers.has("null") ? asArray(means.root.servers) : [];
  const methods = OPERATION_METHODS.filter((method) => operations.has(method));
  return {
    ...(isElsewhere ? { servers: [...usual, ...own] } : {}),
    ...Object.fromEntries(
      methods.map((method) => {
        const seen = operations.get(method) as OperationObservations;
        return [method.toLowerCase(), buildIdentifiedOperation(seen, { method, template }, means)];
      }),
    ),
  };
}

/** With its name, where operations have names, and what it asks for as credentials. */
export function buildIdentifiedOperation(
  seen: OperationObservations,
  { method, template }: { readonly method: string; readonly template: string },
  means: PathInferenceContext,
): JsonObject {
  const { security, ...credentials } = inferSecurity(
    means.root,
    seen.accepted.count > 0 ? seen.accepted : seen.rejected,
  );
  const id = means.ids && generateOperationId(method, template, means.ids);
  if (id !== undefined) means.ids?.add(id);
  return {
    ...(id === undefined ? {} : { operationId: id }),
    ...(security === undefined ? {} : { security }),
    ...buildOperation(seen, means, credentials),
  };
}
